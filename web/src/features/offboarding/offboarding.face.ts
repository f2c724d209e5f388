export { OffboardButton, OffboardItem } from './offboard-actions.tsx';
export { PersonReceipts, useReceipts } from './receipts.tsx';
export { OffboardPlace } from './use-offboard.tsx';
