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

const childrenOf = (element: Element, name: string): Element[] =>
  Array.from(element.childNodes).filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  );

/** Along a path of names, the first at each step. */
const find = (element: Element, path: string): Element | null =>
  path
    .split('/')
    .reduce<Element | null>((at, name) => (at ? (childrenOf(at, name)[0] ?? null) : null), element);

const textAt = (element: Element, path: string): string | null =>
  (find(element, path)?.textContent ?? '').trim() || null;

function centsAt(element: Element, path: string): number {
  const [, units = '', decimals = ''] =
    /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(textAt(element, path) ?? '') ?? [];
  if (units === '' || /[1-9]/.test(decimals.slice(2)))
    throw new StatementRefusal('unreadable', 'an amount is not of whole cents');
  return Number(`${units}${decimals.slice(0, 2).padEnd(2, '0')}`);
}

const signOf = (element: Element): 1 | -1 => (textAt(element, 'CdtDbtInd') === 'DBIT' ? -1 : 1);

/** A date, or the date of an instant. */
const dayAt = (element: Element, path: string): string | null =>
  (textAt(element, `${path}/Dt`) ?? textAt(element, `${path}/DtTm`))?.slice(0, 10) ?? null;

/** The statements of a document that its schema has been held against. @throws StatementRefusal */
export function readStatements(root: Element): ReadStatement[] {
  const message = find(root, 'BkToCstmrStmt');
  if (!message) throw new StatementRefusal('unreadable', 'no statement');
  return childrenOf(message, 'Stmt').map(statementOf);
}

function statementOf(stmt: Element): ReadStatement {
  const account = textAt(stmt, 'Acct/Id/IBAN') ?? textAt(stmt, 'Acct/Id/Othr/Id') ?? '';
  const [opening, closing] = [balanceOf(stmt, ['OPBD', 'PRCD']), balanceOf(stmt, ['CLBD'])];
  if (!opening || !closing) throw new StatementRefusal('unbalanced', 'a balance is missing');
  const seen = new Map<string, number>();
  const entries = childrenOf(stmt, 'Ntry')
    .filter((entry) => textAt(entry, 'Sts') === 'BOOK')
    .flatMap((entry) => movementsOf(entry, account, closing.day, seen));
  const moved = entries.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  if (opening.cents + moved !== closing.cents)
    throw new StatementRefusal('unbalanced', 'the entries do not lead from one balance to the other');
  return {
    account,
    reference: textAt(stmt, 'Id') ?? '',
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
    if (balance)
      return {
        cents: signOf(balance) * centsAt(balance, 'Amt'),
        currency: find(balance, 'Amt')?.getAttribute('Ccy') ?? '',
        day: dayAt(balance, 'Dt') ?? '',
      };
  }
  return null;
}

/** An entry is one movement, or a batch whose movements are told one by one. */
function movementsOf(entry: Element, account: string, day: string, seen: Map<string, number>): ReadEntry[] {
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
    : [textAt(entry, 'AddtlNtryInf') ?? ''];
  const end_to_end_id = at('Refs/EndToEndId');
  return {
    party_name: party(side),
    party_iban: at(`RltdPties/${side}Acct/Id/IBAN`),
    end_to_end_id: end_to_end_id === 'NOTPROVIDED' ? null : end_to_end_id,
    references: ['Refs/MsgId', 'Refs/PmtInfId', 'Refs/MndtId'].flatMap((path) => at(path) ?? []),
    text: lines.join(' ').trim().slice(0, 500),
    return_code,
  };
}
