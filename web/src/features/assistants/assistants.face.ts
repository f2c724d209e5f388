export { AssistantsCard } from './assistants-card.tsx';
export { assistantsQuery } from './assistants.api.ts';
