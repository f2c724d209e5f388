import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** What one proves oneself with beside the password. */
export function FactorCards() {
  return (
    <>
      <TwoFactorCard />
      <PasskeysCard />
    </>
  );
}
