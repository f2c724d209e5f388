import { DEFAULT_TIME_ZONE } from '@atalaya/contract/dashboard';
import { dayIn } from '../../../../platform/testing/billing-day.ts';
import type { FinancialReportKey } from '@atalaya/contract/financial-reports';
import type { Report } from '@atalaya/contract/reports';

/** The financial reports once more, by replaying every row: what the tests hold the queries against. */

type Event = {
  id: string;
  organization_id: string;
  created_at: Date;
  plan_after: string;
  currency: string;
  currency_before: string | null;
  mrr_before_cents: number;
  mrr_after_cents: number;
};
type Invoice = {
  id: string;
  organization_id: string;
  rectifies_id: string | null;
  issued: string;
  due: string;
  currency: string;
  customer_country: string | null;
  subtotal_cents: number;
  total_cents: number;
  paid_cents: number;
  offset_cents: number;
};
type Payment = { invoice_id: string; paid: string; currency: string; amount_cents: number };
export type Books = { events: Event[]; invoices: Invoice[]; payments: Payment[]; today: string };
type Span = { from: string; to: string };
type Line = { key: string; currency: string; values: (number | null)[] };

const ZONE = 'Europe/Madrid';
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' });
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

export function recomputed(report: FinancialReportKey, books: Books, span: Span, shown: Report): Line[] {
  switch (report) {
    case 'mrr':
      return bridge(books, span).flatMap(({ lines }) => lines);
    case 'indicators':
      return bridge(books, span).map(({ figures }) => figures);
    case 'plans':
      return revenue(books, span, (invoice) => planOf(books, invoice));
    case 'countries':
      return revenue(books, span, ({ customer_country }) => customer_country ?? 'none');
    case 'overdue':
      return overdue(books);
    case 'debtors':
      return debtors(books);
    case 'collections':
      return collections(books, span, shown);
  }
}

/** Replays what every organization pays, event by event. */
function bridge({ events }: Books, span: Span) {
  const paying = new Map<string, { currency: string; mrr: number }>();
  const everPaid = new Set<string>();
  const standing = () => {
    const all = new Map<string, Standing>();
    for (const [organization, { currency, mrr }] of paying) {
      const one = all.get(currency) ?? { mrr: 0, payers: new Map<string, number>() };
      one.mrr += mrr;
      if (mrr > 0) one.payers.set(organization, mrr);
      all.set(currency, one);
    }
    return all;
  };
  const moves: { currency: string; kind: string; mrr: number }[] = [];
  let opening: ReturnType<typeof standing> | null = null;
  const move = (currency: string, kind: string, mrr: number) => {
    if (opening && mrr !== 0) moves.push({ currency, kind, mrr });
  };
  for (const event of events) {
    const day = dayFormat.format(event.created_at);
    if (day > span.to) break;
    if (day >= span.from) opening ??= standing();
    const { organization_id: organization, currency } = event;
    const was = paying.get(organization) ?? { currency, mrr: 0 };
    const now = event.mrr_after_cents;
    const begins = () => (everPaid.has(`${organization} ${currency}`) ? 'reactivation' : 'new');
    if (was.mrr > 0 && was.currency !== currency) {
      move(was.currency, 'churn', -was.mrr);
      move(currency, begins(), now);
    } else if (was.mrr === 0) move(currency, begins(), now);
    else if (now === 0) move(currency, 'churn', -was.mrr);
    else move(currency, now > was.mrr ? 'expansion' : 'contraction', now - was.mrr);
    if (now > 0) everPaid.add(`${organization} ${currency}`);
    paying.set(organization, { currency, mrr: now });
  }
  const first = opening ?? standing();
  const last = standing();
  return [...new Set([...last.keys(), ...first.keys(), ...moves.map(({ currency }) => currency)])]
    .toSorted()
    .map((currency) => linesOf(currency, first.get(currency), last.get(currency), moves));
}

type Standing = { mrr: number; payers: Map<string, number> };

function linesOf(
  currency: string,
  first: Standing | undefined,
  last: Standing | undefined,
  moves: { currency: string; kind: string; mrr: number }[],
): { lines: Line[]; figures: Line } {
  const of = (kind: string) => moves.filter((each) => each.currency === currency && each.kind === kind);
  const line = (key: string, ...values: number[]): Line => ({ key, currency, values });
  const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'];
  const [openMrr, closeMrr] = [first?.mrr ?? 0, last?.mrr ?? 0];
  const none = new Map<string, number>();
  const [openPayers, closePayers] = [first?.payers ?? none, last?.payers ?? none];
  const lost = [...openPayers.keys()].filter((id) => !closePayers.has(id)).length;
  const gone = sum([...openPayers].map(([id, mrr]) => Math.max(0, mrr - (closePayers.get(id) ?? 0))));
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    lines: [
      line('opening', openMrr, openPayers.size),
      ...kinds.map((kind) => line(kind, sum(of(kind).map(({ mrr }) => mrr)), of(kind).length)),
      line('closing', closeMrr, closePayers.size),
    ],
    figures: {
      key: 'figures',
      currency,
      values: [
        closeMrr,
        closeMrr * 12,
        closePayers.size,
        closePayers.size === 0 ? null : Math.round(closeMrr / closePayers.size),
        share(lost, openPayers.size),
        share(gone, openMrr),
      ],
    },
  };
}

function planOf({ events, invoices }: Books, invoice: Invoice): string {
  const corrected = invoices.find(({ id }) => id === invoice.rectifies_id) ?? invoice;
  const own = events.filter(
    ({ organization_id, created_at }) =>
      organization_id === invoice.organization_id && dayIn(DEFAULT_TIME_ZONE, created_at) <= corrected.issued,
  );
  return own.at(-1)?.plan_after ?? 'none';
}

function revenue(books: Books, span: Span, keyOf: (invoice: Invoice) => string): Line[] {
  const lines = new Map<string, Line & { values: number[] }>();
  const add = (invoice: Invoice, currency: string, ...amounts: number[]) => {
    const key = keyOf(invoice);
    const line = lines.get(`${key} ${currency}`) ?? { key, currency, values: [0, 0, 0] };
    line.values = line.values.map((value, index) => value + (amounts[index] ?? 0));
    lines.set(`${key} ${currency}`, line);
  };
  for (const invoice of books.invoices)
    if (isWithin(invoice.issued, span))
      add(invoice, invoice.currency, invoice.subtotal_cents, invoice.total_cents, 0);
  for (const payment of books.payments)
    if (isWithin(payment.paid, span)) {
      const invoice = books.invoices.find(({ id }) => id === payment.invoice_id)!;
      add(invoice, payment.currency, 0, 0, payment.amount_cents);
    }
  return [...lines.values()];
}

const isWithin = (day: string, { from, to }: Span) => day >= from && day <= to;

function overdue({ invoices, today }: Books): Line[] {
  const late = invoices
    .map((invoice) => ({
      ...invoice,
      left: invoice.total_cents - invoice.paid_cents - invoice.offset_cents,
      days: (Date.parse(today) - Date.parse(invoice.due)) / 86_400_000,
    }))
    .filter(({ left, days }) => left > 0 && days > 0);
  const ages = [
    ['0-30', 0, 30],
    ['31-60', 30, 60],
    ['61-90', 60, 90],
    ['over-90', 90, Infinity],
  ] as const;
  return [...new Set(late.map(({ currency }) => currency))].toSorted().flatMap((currency) =>
    ages.map(([key, above, most]) => {
      const own = late.filter((each) => each.currency === currency && each.days > above && each.days <= most);
      return { key, currency, values: [own.length, sum(own.map(({ left }) => left))] };
    }),
  );
}

/** The twenty of each currency that owe most. */
function debtors({ invoices, today }: Books): Line[] {
  const lines = new Map<string, Line & { values: [number, number, number, number] }>();
  for (const { organization_id: key, currency, due, ...invoice } of invoices) {
    const left = invoice.total_cents - invoice.paid_cents - invoice.offset_cents;
    if (left <= 0) continue;
    const [count, overdue, outstanding, oldest] = lines.get(`${key} ${currency}`)?.values ?? [
      0,
      0,
      0,
      Infinity,
    ];
    const values: [number, number, number, number] = [
      count + 1,
      overdue + (due < today ? left : 0),
      outstanding + left,
      Math.min(oldest, Date.parse(due) / 86_400_000),
    ];
    lines.set(`${key} ${currency}`, { key, currency, values });
  }
  const all = [...lines.values()].toSorted((a, b) => b.values[2] - a.values[2] || (a.key < b.key ? -1 : 1));
  return [...Map.groupBy(all, ({ currency }) => currency).values()].flatMap((own) => own.slice(0, 20));
}

/** The steps are taken as shown: that they cover the span is another test's. */
function collections({ invoices, payments }: Books, span: Span, shown: Report): Line[] {
  return shown.rows.map(({ key, currency }, index) => {
    const next = shown.rows[index + 1];
    const until = next && next.currency === currency ? next.key : `${span.to}~`;
    const isIn = (day: string) => day >= key && day < until;
    const paid = payments.filter((each) => each.currency === currency && isIn(each.paid));
    const issued = invoices.filter((each) => each.currency === currency && isIn(each.issued));
    const amounts = paid.map(({ amount_cents }) => amount_cents);
    return {
      key,
      currency: currency ?? '',
      values: [
        sum(issued.map(({ total_cents }) => total_cents)),
        sum(amounts.filter((amount) => amount > 0)),
        sum(amounts.filter((amount) => amount < 0)),
      ],
    };
  });
}
