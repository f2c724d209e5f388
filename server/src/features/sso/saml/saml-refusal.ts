/** Why a document of an identity provider is not accepted. */
export type SamlProblem =
  | 'unreadable'
  | 'forbidden_markup'
  | 'too_large'
  | 'refused_by_provider'
  | 'encrypted'
  | 'structure'
  | 'unsigned'
  | 'algorithm'
  | 'signature'
  | 'certificate_invalid'
  | 'certificate_expired'
  | 'issuer'
  | 'audience'
  | 'recipient'
  | 'destination'
  | 'in_response_to'
  | 'not_asked_for'
  | 'too_early'
  | 'expired'
  | 'name_id'
  | 'no_provider'
  | 'no_redirect_binding'
  | 'insecure_address';

/** `detail` is for the log and for the administrator who tries out a connection. */
export class SamlRefusal extends Error {
  readonly problem: SamlProblem;

  constructor(problem: SamlProblem, detail = '') {
    super(detail === '' ? problem : `${problem}: ${detail}`);
    this.name = 'SamlRefusal';
    this.problem = problem;
  }
}
