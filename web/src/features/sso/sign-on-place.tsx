import { lazyPart } from '../../platform/lazy-part.tsx';
import { idField, textField, useUrlState } from '../../shared/url-state.ts';

/** Set up once, and rarely looked at afterwards. */
const SignOnDialog = lazyPart(() => import('./sign-on-dialog.tsx'), 'SignOnDialog');

const fields = {
  /** The connection whose sign-in is open. */
  sign_on: idField(),
  /** The connection whose test has come back here, and the code of what ended it too early. */
  tested: idField(),
  sso_error: textField(),
  /** Where it speaks SAML, what was wrong with what its provider has said. */
  sso_problem: textField(),
};
const CLOSED = { sign_on: '', tested: '', sso_error: '', sso_problem: '' };

/** Where the dialog is, of the connection that the address names. */
export function SignOnPlace() {
  const [{ sign_on, tested, sso_error, sso_problem }, setState] = useUrlState(fields);
  const id = tested || sign_on;
  if (id === '') return null;
  return (
    <SignOnDialog
      key={id}
      id={id}
      returned={tested ? { problem: sso_error || null, reason: sso_problem || null } : null}
      onClose={() => setState(CLOSED)}
    />
  );
}

/** Opens the dialog of a connection, by its id. */
export function useOpenSignOn() {
  const [, setState] = useUrlState(fields);
  return (id: string) => setState({ ...CLOSED, sign_on: id });
}
