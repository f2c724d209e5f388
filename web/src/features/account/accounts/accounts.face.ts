export { PasswordStrength } from './password-strength.tsx';
export { usePasswordRule } from './use-password-rule.ts';
