import type { SamlProblem } from '@atalaya/contract/saml-problems';

/** `detail` is for the log. */
export class SamlRefusal extends Error {
  readonly problem: SamlProblem;

  constructor(problem: SamlProblem, detail = '') {
    super(detail === '' ? problem : `${problem}: ${detail}`);
    this.name = 'SamlRefusal';
    this.problem = problem;
  }
}
