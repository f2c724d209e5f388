import { decimal } from '../billing-amounts.ts';
import { element, optional, writeXml } from '../../../platform/core/xml.ts';
import type { Xml } from '../../../platform/core/xml.ts';
import { sepaText } from '../mandates/sepa-values.ts';
import type { Amendment } from './debit-sequence.ts';

/** The file of a run: CustomerDirectDebitInitiation, as the implementation guidelines of the EPC narrow it down. */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08';
const REMITTANCE_MAX = 140;

export type FileCreditor = { name: string; iban: string; bic: string | null; identifier: string };
export type FileDebit = {
  id: string;
  invoice_code: string;
  amount_cents: number;
  sequence: string;
  reference: string;
  signed_on: string;
  debtor_name: string;
  iban: string;
  bic: string | null;
  amendment: Amendment | null;
};
export type FileRun = {
  id: string;
  created_at: Date;
  type: 'core' | 'b2b';
  collect_on: string;
  debits: FileDebit[];
};

/** What is known from end to end: the id without its hyphens, which has 32 of the 35 characters there are. */
export const endToEndId = (id: string): string => id.replaceAll('-', '');

/** The debits as the file has them: parted by their place in the sequence, in the order in which those come first. */
export const inFileOrder = <T extends Pick<FileDebit, 'sequence'>>(debits: T[]): T[][] => [
  ...Map.groupBy(debits, ({ sequence }) => sequence).values(),
];

export function writeDebitFile(run: FileRun, creditor: FileCreditor): string {
  const message = endToEndId(run.id);
  const parts = inFileOrder(run.debits);
  return writeXml(
    element(
      'Document',
      [
        element('CstmrDrctDbtInitn', [
          element('GrpHdr', [
            element('MsgId', message),
            element('CreDtTm', run.created_at.toISOString().slice(0, 19)),
            ...sums(run.debits),
            element('InitgPty', [
              element('Nm', sepaText(creditor.name)),
              within(['Id', 'OrgId', 'Othr'], [element('Id', creditor.identifier)]),
            ]),
          ]),
          ...parts.map((debits, place) => payment(`${message}-${String(place + 1)}`, run, debits, creditor)),
        ]),
      ],
      { xmlns: NAMESPACE },
    ),
  );
}

function payment(
  id: string,
  { type, collect_on }: FileRun,
  debits: FileDebit[],
  creditor: FileCreditor,
): Xml {
  return element('PmtInf', [
    element('PmtInfId', id),
    element('PmtMtd', 'DD'),
    ...sums(debits),
    element('PmtTpInf', [
      within(['SvcLvl'], [element('Cd', 'SEPA')]),
      within(['LclInstrm'], [element('Cd', type.toUpperCase())]),
      element('SeqTp', debits[0]?.sequence ?? ''),
    ]),
    element('ReqdColltnDt', collect_on),
    within(['Cdtr'], [element('Nm', sepaText(creditor.name))]),
    within(['CdtrAcct', 'Id'], [element('IBAN', creditor.iban)]),
    bank('CdtrAgt', creditor.bic),
    // Each side pays its own bank.
    element('ChrgBr', 'SLEV'),
    element('CdtrSchmeId', [scheme(creditor.identifier)]),
    ...debits.map(debit),
  ]);
}

function debit(each: FileDebit): Xml {
  const { amendment } = each;
  return element('DrctDbtTxInf', [
    within(['PmtId'], [element('EndToEndId', endToEndId(each.id))]),
    element('InstdAmt', decimal(each.amount_cents), { Ccy: 'EUR' }),
    within(
      ['DrctDbtTx', 'MndtRltdInf'],
      [
        element('MndtId', each.reference),
        element('DtOfSgntr', each.signed_on),
        ...(amendment ? [element('AmdmntInd', 'true'), details(amendment)] : []),
      ],
    ),
    bank('DbtrAgt', each.bic),
    within(['Dbtr'], [element('Nm', sepaText(each.debtor_name))]),
    within(['DbtrAcct', 'Id'], [element('IBAN', each.iban)]),
    within(['RmtInf'], [element('Ustrd', sepaText(`Factura ${each.invoice_code}`, REMITTANCE_MAX))]),
  ]);
}

/** SMNDA: the same mandate with a new account of the debtor, of whichever bank. */
const details = ({ reference, is_other_account, creditor }: Amendment): Xml =>
  element('AmdmntInfDtls', [
    optional('OrgnlMndtId', reference),
    creditor &&
      element('OrgnlCdtrSchmeId', [
        optional('Nm', creditor.name && sepaText(creditor.name)),
        creditor.identifier === null ? null : scheme(creditor.identifier),
      ]),
    is_other_account ? within(['OrgnlDbtrAcct', 'Id', 'Othr'], [element('Id', 'SMNDA')]) : null,
  ]);

const scheme = (identifier: string): Xml =>
  within(
    ['Id', 'PrvtId', 'Othr'],
    [element('Id', identifier), within(['SchmeNm'], [element('Prtry', 'SEPA')])],
  );

const bank = (name: string, bic: string | null): Xml =>
  bic === null
    ? within([name, 'FinInstnId', 'Othr'], [element('Id', 'NOTPROVIDED')])
    : within([name, 'FinInstnId'], [element('BICFI', bic)]);

const sums = (debits: FileDebit[]): Xml[] => [
  element('NbOfTxs', String(debits.length)),
  element('CtrlSum', decimal(debits.reduce((cents, { amount_cents }) => cents + amount_cents, 0))),
];

/** Elements inside one another, the innermost with these. */
const within = (names: string[], content: Xml[]): Xml => {
  const [name = '', ...inner] = names;
  return element(name, inner.length === 0 ? content : [within(inner, content)]);
};
