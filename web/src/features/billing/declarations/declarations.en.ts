import type { Translation } from '../../../platform/messages/translation.ts';
import type { declarationsEs } from './declarations.es.ts';

export const declarationsEn = {
  title: 'Responsible declaration',
  description:
    'Of version {version} of this program, under article 15 of Orden HAC/1177/2024. It’s in Spanish.',
  unsignedTitle: 'The responsible declaration of this version isn’t signed',
  unsigned: 'It’s signed by the one who answers for this program as it’s installed. Read it first.',
  incomplete:
    'The issuer’s tax ID or address is missing to sign it: INVOICE_ISSUER_TAX_ID, _ADDRESS, _POST_CODE, _TOWN and _PROVINCE on the server.',
  signedBy: 'Signed by {name}',
  signedOn: 'on {day}',
  read: 'Read and sign',
  readOnly: 'Read',
  download: 'Download PDF',
  earlier: 'Earlier ones',
  earlierOne: 'Version {version}, signed by {name}',
  loadFailed: 'The responsible declaration couldn’t be loaded.',
  name: 'Full name of the signer',
  missing: 'This field is required',
  sign: 'Sign declaration',
  close: 'Close',
  done: 'Declaration signed',
} satisfies Translation<typeof declarationsEs>;
