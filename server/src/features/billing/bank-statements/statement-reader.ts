import { isDay } from '@atalaya/contract/days';
import { createHash } from 'node:crypto';

/** camt.053 as far as it is needed: whose statement of when, and what moved. Of the versions that banks give out. */

export const VERSIONS = ['camt.053.001.02', 'camt.053.001.04', 'camt.053.001.08'] as const;
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

export type ReadEntry = {
  /** The same wherever the bank tells of this movement again. */
  key: string;
  booked_on: string;
  amount_cents: number;
  party_name: string | null;
  party_iban: string | null;
  end_to_end_id: string | null;
  /** What else it is called on its way: of the message, of the payment. */
  references: string[];
  text: string;
  return_code: string | null;
};
export type ReadStatement = {
  account: string;
  reference: string;
  currency: string;
  closed_on: string;
  opening_cents: number;
  closing_cents: number;
  entries: ReadEntry[];
};

/** What makes a statement one that cannot be taken. */
export class StatementRefusal extends Error {
  readonly kind: 'unreadable' | 'unbalanced';

  constructor(kind: 'unreadable' | 'unbalanced', detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** The version of a document, by its namespace; null: it is none of them. */
export const versionOf = (root: Element): (typeof VERSIONS)[number] | null =>
  VERSIONS.find((version) => root.namespaceURI === `${NAMESPACE}${version}`) ?? null;

const unreadable = (detail: string) => new StatementRefusal('unreadable', detail);

/** Of its own namespace alone: banks add data in others. */
const childrenOf = (element: Element, name: string): Element[] =>
  Array.from(element.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 &&
      (node as Element).localName === name &&
      (node as Element).namespaceURI === element.namespaceURI,
  );

/** Along a path of names, each of which is there once at most. */
const find = (element: Element, path: string): Element | null =>
  path.split('/').reduce<Element | null>((at, name) => {
    const found = at ? childrenOf(at, name) : [];
    if (found.length > 1) throw unreadable(`${name} is there more than once`);
    return found[0] ?? null;
  }, element);

/** Longest text of an identifier or a name of ISO 20022, but for notes. */
const TEXT_MAX = 140;
const NOTE_MAX = 500;

function textAt(element: Element, path: string, longest = TEXT_MAX): string | null {
  const text = (find(element, path)?.textContent ?? '').trim();
  if (text.length > longest) throw unreadable(`${path} is too long`);
  return text || null;
}

function centsAt(element: Element, path: string): number {
  const [, units = '', decimals = ''] =
    /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(textAt(element, path) ?? '') ?? [];
  if (units === '' || /[1-9]/.test(decimals.slice(2))) throw unreadable('an amount is not of whole cents');
  return Number(`${units}${decimals.slice(0, 2).padEnd(2, '0')}`);
}

const currencyAt = (element: Element, path: string) => find(element, path)?.getAttribute('Ccy') ?? '';

function signOf(element: Element): 1 | -1 {
  const side = textAt(element, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') throw unreadable('an amount is neither credit nor debit');
  return side === 'DBIT' ? -1 : 1;
}

/** A date, or the date of an instant; null: it is not told. */
function dayAt(element: Element, path: string): string | null {
  const day = (textAt(element, `${path}/Dt`) ?? textAt(element, `${path}/DtTm`))?.slice(0, 10) ?? null;
  if (day !== null && !isDay(day)) throw unreadable(`${day} is no day`);
  return day;
}

/** Of an account; banks of other countries have numbers of other kinds. */
function ibanAt(element: Element, path: string): string | null {
  const iban = textAt(element, path);
  if (iban !== null && !/^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/.test(iban))
    throw unreadable('an account is no IBAN');
  return iban;
}

const STATES = ['BOOK', 'PDNG', 'INFO', 'FUTR'];

/** Whether an entry has been booked, and is no news of one to come. */
function isBooked(entry: Element): boolean {
  const state = textAt(entry, 'Sts') ?? '';
  if (!STATES.includes(state)) throw unreadable('an entry has no known status');
  return state === 'BOOK';
}

/** The statements of a document, read as strictly as their format has what is read here. @throws StatementRefusal */
export function readStatements(root: Element): ReadStatement[] {
  const message = find(root, 'BkToCstmrStmt');
  const statements = message ? childrenOf(message, 'Stmt') : [];
  if (statements.length === 0) throw unreadable('no statement');
  return statements.map(statementOf);
}

function statementOf(stmt: Element): ReadStatement {
  const account = ibanAt(stmt, 'Acct/Id/IBAN') ?? textAt(stmt, 'Acct/Id/Othr/Id');
  const reference = textAt(stmt, 'Id');
  if (!account || !reference) throw unreadable('it does not say which statement of which account it is');
  const [opening, closing] = [balanceOf(stmt, ['OPBD', 'PRCD']), balanceOf(stmt, ['CLBD'])];
  if (!opening || !closing) throw new StatementRefusal('unbalanced', 'a balance is missing');
  const seen = new Map<string, number>();
  const entries = childrenOf(stmt, 'Ntry')
    .filter(isBooked)
    .flatMap((entry) => movementsOf(entry, { account, ...closing }, seen));
  const moved = entries.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  if (opening.cents + moved !== closing.cents)
    throw new StatementRefusal('unbalanced', 'the entries do not lead from one balance to the other');
  return {
    account,
    reference,
    currency: closing.currency,
    closed_on: closing.day,
    opening_cents: opening.cents,
    closing_cents: closing.cents,
    entries,
  };
}

function balanceOf(stmt: Element, codes: string[]) {
  const all = childrenOf(stmt, 'Bal');
  for (const code of codes) {
    const balance = all.find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
    const day = balance ? dayAt(balance, 'Dt') : null;
    if (balance && day)
      return { cents: signOf(balance) * centsAt(balance, 'Amt'), currency: currencyAt(balance, 'Amt'), day };
  }
  return null;
}

/** An entry is one movement, or a batch whose movements are told one by one. */
type Of = { account: string; currency: string; day: string };

function movementsOf(entry: Element, { account, currency, day }: Of, seen: Map<string, number>): ReadEntry[] {
  if (currencyAt(entry, 'Amt') !== currency) throw unreadable('an entry is of another currency');
  const details = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  const whole = signOf(entry) * centsAt(entry, 'Amt');
  const parts = details.map((each) => amountOf(each, entry));
  const isToldApart =
    details.length > 1 && parts.reduce((sum: number, part) => sum + (part ?? NaN), 0) === whole;
  const movements = isToldApart
    ? details.map((each, place) => ({ details: each, amount_cents: parts[place] ?? 0 }))
    : [{ details: details.length === 1 ? (details[0] ?? null) : null, amount_cents: whole }];
  return movements.map(({ details: told, amount_cents }, place) => {
    const said = saidOf(entry, told, amount_cents < 0);
    const booked_on = dayAt(entry, 'BookgDt') ?? day;
    const bank = (told && textAt(told, 'Refs/AcctSvcrRef')) ?? textAt(entry, 'AcctSvcrRef');
    const known = [
      account,
      booked_on,
      String(amount_cents),
      ...(bank ? [bank, String(place)] : [JSON.stringify(said)]),
    ];
    const base = known.join('\n');
    // Two movements that a bank tells of in the same words are two, if it tells of them in one statement.
    const again = seen.get(base) ?? 0;
    seen.set(base, again + 1);
    const key = createHash('sha256')
      .update(`${base}\n${String(again)}`)
      .digest('hex');
    return { key, booked_on, amount_cents, ...said };
  });
}

/** Signed; null: it is not told. */
function amountOf(details: Element, entry: Element): number | null {
  const path = ['Amt', 'AmtDtls/TxAmt/Amt'].find((each) => find(details, each));
  if (!path) return null;
  return (find(details, 'CdtDbtInd') ? signOf(details) : signOf(entry)) * centsAt(details, path);
}

function saidOf(entry: Element, details: Element | null, isOut: boolean) {
  const at = (path: string) => details && textAt(details, path);
  const return_code = at('RtrInf/Rsn/Cd') ?? at('RtrInf/Rsn/Prtry');
  // Of what comes back from whom it was collected, else who is on the other side.
  const side = isOut && return_code === null ? 'Cdtr' : 'Dbtr';
  const party = (name: string) => at(`RltdPties/${name}/Pty/Nm`) ?? at(`RltdPties/${name}/Nm`);
  const remittance = details && find(details, 'RmtInf');
  const lines = remittance
    ? [
        ...childrenOf(remittance, 'Ustrd').map((line) => line.textContent ?? ''),
        ...childrenOf(remittance, 'Strd').map((line) => textAt(line, 'CdtrRefInf/Ref') ?? ''),
      ]
    : [textAt(entry, 'AddtlNtryInf', NOTE_MAX) ?? ''];
  const end_to_end_id = at('Refs/EndToEndId');
  return {
    party_name: party(side),
    party_iban: details && ibanAt(details, `RltdPties/${side}Acct/Id/IBAN`),
    end_to_end_id: end_to_end_id === 'NOTPROVIDED' ? null : end_to_end_id,
    references: ['Refs/MsgId', 'Refs/PmtInfId', 'Refs/MndtId'].flatMap((path) => at(path) ?? []),
    text: lines.join(' ').trim().slice(0, 500),
    return_code,
  };
}
