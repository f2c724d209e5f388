import { decimal } from '../../billing-amounts.ts';
import { element, optional, writeXml } from '../../../../platform/core/xml.ts';
import type { Xml } from '../../../../platform/core/xml.ts';

/** camt.053 as a bank writes it, of the versions that are read. */

type Version = '02' | '04' | '08';
export type Movement = {
  amount_cents: number;
  text?: string;
  structured?: string;
  party?: { name: string; iban: string };
  end_to_end_id?: string;
  message?: string;
  return_code?: string;
  /** The bank's own reference. */
  bank?: string;
};
type Entry = Movement | { batch: Movement[]; bank?: string };
type Statement = {
  reference: string;
  entries: Entry[];
  version?: Version;
  day?: string;
  opening_cents?: number;
  /** Where it is not what the entries lead to. */
  closing_cents?: number;
  currency?: string;
};

const ACCOUNT = 'ES9121000418450200051332';

export function writeStatement(statement: Statement): string {
  const { reference, entries, version = '08', day = '2026-11-27', opening_cents = 100_000 } = statement;
  const { currency = 'EUR' } = statement;
  const moved = entries.reduce((cents, entry) => cents + sumOf(entry), 0);
  const closing_cents = statement.closing_cents ?? opening_cents + moved;
  const at = { version, day, currency };
  const stmt = element('Stmt', [
    element('Id', reference),
    element('CreDtTm', `${day}T20:00:00`),
    element('Acct', [element('Id', [element('IBAN', ACCOUNT)])]),
    balance('OPBD', opening_cents, at),
    balance('CLBD', closing_cents, at),
    ...entries.map((entry) => entryOf(entry, at)),
  ]);
  const head = element('GrpHdr', [element('MsgId', `M${reference}`), element('CreDtTm', `${day}T20:00:00`)]);
  const xmlns = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`;
  return writeXml(element('Document', [element('BkToCstmrStmt', [head, stmt])], { xmlns }));
}

type At = { version: Version; day: string; currency: string };
const sumOf = (entry: Entry): number =>
  'batch' in entry ? entry.batch.reduce((cents, each) => cents + each.amount_cents, 0) : entry.amount_cents;
const amount = (cents: number, { currency }: At): Xml[] => [
  element('Amt', decimal(Math.abs(cents)), { Ccy: currency }),
  element('CdtDbtInd', cents < 0 ? 'DBIT' : 'CRDT'),
];

const balance = (code: string, cents: number, at: At): Xml =>
  element('Bal', [
    element('Tp', [element('CdOrPrtry', [element('Cd', code)])]),
    ...amount(cents, at),
    element('Dt', [element('Dt', at.day)]),
  ]);

function entryOf(entry: Entry, at: At): Xml {
  const movements = 'batch' in entry ? entry.batch : [entry];
  return element('Ntry', [
    ...amount(sumOf(entry), at),
    at.version === '08' ? element('Sts', [element('Cd', 'BOOK')]) : element('Sts', 'BOOK'),
    element('BookgDt', [element('Dt', at.day)]),
    optional('AcctSvcrRef', entry.bank ?? null),
    element('BkTxCd', [element('Prtry', [element('Cd', 'X')])]),
    element(
      'NtryDtls',
      movements.map((each) => detailsOf(each, at)),
    ),
  ]);
}

function detailsOf(movement: Movement, at: At): Xml {
  const { amount_cents, text, structured, party, end_to_end_id, message, return_code } = movement;
  const side = amount_cents < 0 && !return_code ? 'Cdtr' : 'Dbtr';
  const name = party && element('Nm', party.name);
  return element('TxDtls', [
    element('Refs', [
      optional('MsgId', message ?? null),
      element('EndToEndId', end_to_end_id ?? 'NOTPROVIDED'),
    ]),
    ...(at.version === '02'
      ? [element('AmtDtls', [element('TxAmt', amount(amount_cents, at).slice(0, 1))])]
      : amount(amount_cents, at)),
    name && party
      ? element('RltdPties', [
          element(side, [at.version === '08' ? element('Pty', [name]) : name]),
          element(`${side}Acct`, [element('Id', [element('IBAN', party.iban)])]),
        ])
      : null,
    text || structured
      ? element('RmtInf', [
          optional('Ustrd', text ?? null),
          structured ? element('Strd', [element('CdtrRefInf', [element('Ref', structured)])]) : null,
        ])
      : null,
    return_code ? element('RtrInf', [element('Rsn', [element('Cd', return_code)])]) : null,
  ]);
}
