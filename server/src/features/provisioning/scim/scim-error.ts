/** What a SCIM client is refused with (RFC 7644, 3.12). */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, scimType: string | undefined, detail: string) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (detail: string) => new ScimError(400, 'invalidValue', detail);
export const invalidFilter = (detail: string) => new ScimError(400, 'invalidFilter', detail);
export const invalidPath = (detail: string) => new ScimError(400, 'invalidPath', detail);
/** The same words for each thing that is taken, and for each who has it. */
export const notUnique = () =>
  new ScimError(409, 'uniqueness', 'userName or e-mail address is already in use');
export const notFound = () => new ScimError(404, undefined, 'There is no such resource');
