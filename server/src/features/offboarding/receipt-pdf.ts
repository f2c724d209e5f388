import { buffer } from 'node:stream/consumers';
import type { Receipt } from '@atalaya/contract/offboarding';
import { endingsEn, heldKindsEn, receiptWordsEn } from '@atalaya/contract/offboarding-words.en';
import { endingsEs, heldKindsEs, receiptWordsEs } from '@atalaya/contract/offboarding-words.es';
import { LEFT, PdfPage, WIDTH } from '../../platform/pdf/pdf-page.ts';
import { filled } from '../../platform/pdf/pdf-text.ts';
import { fingerprintOf } from '../../platform/signing/signed-json.ts';

type Language = 'es' | 'en';

const WORDS = { es: receiptWordsEs, en: receiptWordsEn };
const KINDS = { es: heldKindsEs, en: heldKindsEn };
const ENDINGS = { es: endingsEs, en: endingsEn };
/** Of a heading, with the first rows below it. */
const HEADED = 60;

/** A receipt for people to read, with the file that was signed attached: the same receipt is the same PDF, byte by byte. */
export async function receiptPdf(
  { receipt, content, file }: { receipt: Receipt; content: Buffer; file: string },
  language: Language,
): Promise<Buffer> {
  const words = WORDS[language];
  const title = filled(words.of, { name: receipt.person.name });
  const on = new Date(receipt.at);
  const page = new PdfPage({
    title,
    author: receipt.installation.url,
    on,
    language,
    numbered: (number, of) => filled(words.page, { page: String(number), pages: String(of) }),
  });
  page.y += page.text('H1', title, { x: LEFT, y: page.y, width: WIDTH }, { size: 18, strong: true }) + 10;
  page.rule();
  page.y += 14;
  page.facts(factsOf(receipt, language));
  writeHeld(page, receipt, language);
  writeEnded(page, receipt, language);
  writeAudit(page, receipt, language);
  const name = `${file}.json`;
  page.attach(content, { name, type: 'application/json', on });
  writeSignature(page, receipt, words, name);
  return buffer(page.end(receipt.id));
}

const momentOf = (instant: string, language: Language) =>
  filled(WORDS[language].utc, {
    moment: new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: 'UTC',
    }).format(new Date(instant)),
  });

function factsOf(receipt: Receipt, language: Language): [label: string, value: string][] {
  const words = WORDS[language];
  const { person, organization, acted_by, at, was_active, reason, heir, installation } = receipt;
  const actor = acted_by.kind === 'machine' ? filled(words.machine, { name: acted_by.name }) : acted_by.name;
  const facts: [string, string | null][] = [
    [words.person, `${person.name} (${person.email})`],
    [words.organization, organization?.name ?? words.none],
    [words.at, momentOf(at, language)],
    [words.actedBy, actor],
    [words.access, was_active ? words.deactivated : words.inactiveBefore],
    [words.heir, heir?.name ?? null],
    [words.reason, reason],
    [words.installation, `${installation.url} (${installation.id})`],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function heading(page: PdfPage, text: string): void {
  page.y += 16;
  page.room(HEADED);
  page.y += page.text('H2', text, { x: LEFT, y: page.y, width: WIDTH }, { size: 10, strong: true }) + 4;
}

const nothing = (page: PdfPage, text: string) => {
  page.y += page.text('P', text, { x: LEFT, y: page.y, width: WIDTH });
};

function writeHeld(page: PdfPage, { held }: Receipt, language: Language): void {
  const words = WORDS[language];
  heading(page, words.held);
  if (held.length === 0) return nothing(page, words.nothing);
  page.table(
    [
      { title: words.kind, share: 0.32 },
      { title: words.count, share: 0.1, align: 'right' },
      { title: words.which, share: 0.34 },
      { title: words.since, share: 0.24 },
    ],
    held.flatMap(({ kind, total, items }) => {
      const rows = items.map(({ name, since }) => [name, since === null ? '' : momentOf(since, language)]);
      const [first = ['', ''], ...others] = rows;
      return [[KINDS[language][kind], String(total), ...first], ...others.map((row) => ['', '', ...row])];
    }),
  );
}

function writeEnded(page: PdfPage, { ended }: Receipt, language: Language): void {
  const words = WORDS[language];
  heading(page, words.ended);
  if (ended.length === 0) return nothing(page, words.nothing);
  page.table(
    [
      { title: words.kind, share: 0.55 },
      { title: words.count, share: 0.15, align: 'right' },
      { title: words.outcome, share: 0.3 },
    ],
    ended.map(({ kind, total, ending }) => [KINDS[language][kind], String(total), ENDINGS[language][ending]]),
  );
}

function writeAudit(page: PdfPage, { audit }: Receipt, language: Language): void {
  const words = WORDS[language];
  heading(page, words.audit);
  page.table(
    [
      { title: words.action, share: 0.24 },
      { title: words.hash, share: 0.76 },
    ],
    audit.map(({ action, id, hash }) => [action, `${id}\n${hash}`]),
  );
}

function writeSignature(page: PdfPage, receipt: Receipt, words: typeof WORDS.en, file: string): void {
  heading(page, words.signature);
  const fingerprint = fingerprintOf(receipt.public_key);
  for (const text of [
    filled(words.signed, { fingerprint }),
    receipt.signature,
    filled(words.attached, { file }),
  ])
    page.y += page.text('P', text, { x: LEFT, y: page.y, width: WIDTH }) + 4;
}
