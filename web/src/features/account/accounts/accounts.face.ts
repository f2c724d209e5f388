export { PasswordStrength } from './password-strength.tsx';
export { usePasswordLabels } from './use-password-labels.ts';
