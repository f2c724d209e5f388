import type { verifactuRulesEs } from '@atalaya/contract/verifactu-words.es';
import { share } from '@atalaya/contract/invoice-amounts';
import { isTaxId } from '@atalaya/contract/tax-id';
import { LARGE_CENTS } from './verifactu-record.ts';
import type { Detail, IssueRecord, VerifactuRecord } from './verifactu-record.ts';

/**
 * The agency's rules ("Validaciones" 1.2.2) on what a record of ours can say, by its codes: what they refuse is refused
 * here, before an invoice is issued that could never be put right. What the schema holds, or what only the agency knows
 * (its census), is not among them.
 */

export type Rule = `${keyof typeof verifactuRulesEs}`;

/** What rates of IVA there are today, in hundredths of a per cent. */
const RATES = new Set([0, 400, 1_000, 2_100]);
/** What sums of rounded amounts may differ by. */
const MARGIN_CENTS = 1_000;
const SIMPLIFIED_CENTS = 300_000;
const FIRST_DAY = '2024-10-28';

/** @param today 'YYYY-MM-DD' @returns the codes of the rules that it breaks; none: the agency could take it */
export function rulesBrokenBy(record: VerifactuRecord, today: string): Rule[] {
  const { issuer, code, issued_on, previous, at } = record;
  const rules: [Rule, boolean][] = [
    ['1123', !isTaxId('ES', issuer.tax_id)],
    ['1112', issued_on > today],
    ['1152', issued_on < FIRST_DAY],
    ['1104', code.length === 0 || code.length > 60],
    ['1130', !/^[ -~]*$/.test(code) || /["'<>=]/.test(code)],
    ['1244', !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(at)],
    ['2003', previous !== null && !/^[0-9A-F]{64}$/.test(previous.hash)],
    ...(record.kind === 'issue' ? [...onKind(record), ...onAmounts(record)] : []),
  ];
  return rules.filter(([, isBroken]) => isBroken).map(([rule]) => rule);
}

function onKind({ type, method, rectifies, replaced, customer, isSimplified, details }: IssueRecord) {
  const isRectifying = type.startsWith('R');
  const isNamed = type !== 'F2' && type !== 'R5';
  const isForeign = customer !== null && !('nif' in customer);
  const rules: [Rule, boolean][] = [
    ['1114', isRectifying && method === null],
    ['1115', !isRectifying && method !== null],
    ['1117', !isRectifying && rectifies !== null],
    ['1118', method === 'substitution' && replaced === null],
    ['1119', method !== 'substitution' && replaced !== null],
    ['1185', isNamed && customer === null && !isSimplified],
    ['1189', isNamed && customer === null],
    ['1190', !isNamed && customer !== null],
    ['1191', type === 'R3' && isForeign],
    ['1192', type === 'R2' && isForeign && customer.id_type !== '02'],
    ['1123', customer !== null && 'nif' in customer && !isTaxId('ES', customer.nif)],
    ['1197', !isNamed && details.some(({ qualification }) => qualification === 'S2')],
  ];
  return rules;
}

function onAmounts({ type, method, isSimplified, details, tax_cents, total_cents }: IssueRecord) {
  const sums = details.reduce(
    (sum, of) => ({ tax: sum.tax + of.tax_cents, total: sum.total + of.amount_cents + of.tax_cents }),
    { tax: 0, total: 0 },
  );
  // Amounts that change, and debts that are not paid, need not fit their rate.
  const isFree = method === 'difference' || type === 'R2' || type === 'R3';
  const isUnlike = ({ amount_cents, tax_rate, tax_cents: tax }: Detail) =>
    Math.abs(share(amount_cents, tax_rate, 10_000) - tax) > MARGIN_CENTS;
  const isSubject = ({ qualification }: Detail) => qualification === 'S1';
  const rules: [Rule, boolean][] = [
    ['1124', details.some((of) => isSubject(of) && !RATES.has(of.tax_rate))],
    ['1142', !isFree && details.some((of) => isSubject(of) && isUnlike(of))],
    [
      '1143',
      !isFree &&
        details.some(
          (of) =>
            isSubject(of) && of.tax_cents !== 0 && Math.sign(of.tax_cents) !== Math.sign(of.amount_cents),
        ),
    ],
    ['1150', type === 'F2' && isSimplified && sums.total > SIMPLIFIED_CENTS + MARGIN_CENTS],
    ['1207', details.some((of) => !isSubject(of) && of.tax_cents !== 0)],
    ['2006', Math.abs(sums.tax - tax_cents) > MARGIN_CENTS],
    ['2005', Math.abs(sums.total - total_cents) > MARGIN_CENTS],
    ['1100', details.length === 0 || details.length > 12 || Math.abs(total_cents) >= LARGE_CENTS * 10_000],
  ];
  return rules;
}
