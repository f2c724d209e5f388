import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { Verifactu, VerifactuRecord } from '@atalaya/contract/verifactu';
import readQr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { giveRate } from '../exchange-rates/testing/rates.ts';
import { schemaErrors } from './testing/agency-schemas.ts';
import { verifyFile } from './verifactu-chain.ts';

const ISSUER = { tax_id: 'B12345674', name: 'Emisora de Ñu, S.L.' };
const COMMAND = path.join(import.meta.dirname, 'verify-verifactu.ts');

let server: TestServer;
let cast: Cast;
let cookie: string;
let today: string;
beforeAll(async () => {
  server = await startTestServer({ env: { INVOICE_ISSUER_TAX_ID: 'A58818501' } });
  cast = await server.makeCast();
  ({ cookie } = cast.super_admin);
  // Companies are made on the free plan: it charges nothing, in euros from here on.
  await query(`update plan_versions set currency = 'EUR'`);
  const [row] = await query<{ day: string }>('select billing_today()::text as day');
  today = row!.day;
});
afterAll(() => server.close());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T & object>(text, values)).rows;
const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code;
const read = async () => (await send('GET', '/api/verifactu')).json<Verifactu>();
const save = async (change: object) => {
  const { version } = await read();
  const values = { ...ISSUER, environment: 'test', starts_on: today, is_on: true };
  return send('PUT', '/api/verifactu', { version, ...values, ...change });
};
const company = async (change: { country?: string; tax_id?: string | null } = {}) => {
  const { id } = await server.makeOrganization();
  await query('update organizations set country = $2, tax_id = $3 where id = $1', [
    id,
    change.country ?? 'ES',
    change.tax_id === undefined ? 'A58818501' : change.tax_id,
  ]);
  return id;
};
const issuing = (organization_id: string, cents = 10_000) => ({
  organization_id,
  lines: [{ description: 'Licencia', unit_price_cents: cents }],
});
const issue = async (organization_id: string, cents?: number, extra = {}) =>
  (
    await send('POST', '/api/invoices', { ...issuing(organization_id, cents), ...extra })
  ).json<InvoiceDetail>();
const records = async (filters = '') =>
  (await send('GET', `/api/verifactu/records?${filters}`)).json<{
    items: VerifactuRecord[];
    total: number;
  }>();
const verify = async () => (await send('GET', '/api/verifactu/verify')).json<ReturnType<typeof verifyFile>>();
const exported = async () => (await send('GET', `/api/verifactu/export?year=${today.slice(0, 4)}`)).body;

describe('before there is a record', () => {
  test('it is off, begins with the issuer that invoices name, and is a super_admin’s alone', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      is_on: false,
      tax_id: 'A58818501',
      records: 0,
      years: [],
    });
    expect((await issue(await company())).verifactu).toBeNull();
    for (const who of [cast.admin, cast.user])
      expect((await server.send({ url: '/api/verifactu', cookie: who.cookie })).statusCode).toBe(403);
  });

  test('what cannot be is refused at its field, and the real environment without a certificate', async () => {
    for (const [field, change] of [
      ['tax_id', { tax_id: 'B12345675' }],
      ['name', { name: ' ' }],
      ['starts_on', { starts_on: '2026-01-01' }],
    ] as const)
      expect((await save(change)).json()).toMatchObject({ fields: [{ field: `body.${field}` }] });
    expect(codeOf(await save({ environment: 'real' }))).toBe('verifactu.certificate_needed');
  });

  // VF6
  test('it is switched on, off and on again with an entry in the audit log; a stale form is refused', async () => {
    expect((await save({})).json()).toMatchObject({ is_on: true, version: 1, ...ISSUER });
    expect((await save({ is_on: false })).json()).toMatchObject({ is_on: false, version: 2 });
    const stale = await send('PUT', '/api/verifactu', {
      version: 1,
      ...ISSUER,
      environment: 'test',
      starts_on: today,
      is_on: true,
    });
    expect(stale.json()).toMatchObject({ code: 'object.stale', current: { version: 2 } });
    // From tomorrow on: today nothing is recorded.
    const [next] = await query<{ day: string }>('select (billing_today() + 1)::text as day');
    await save({ starts_on: next!.day });
    expect((await issue(await company())).verifactu).toBeNull();
    expect((await save({})).json()).toMatchObject({ is_on: true, starts_on: today });
    const audited = await query<{ after: object }>(
      `select after from audit_log where action = 'verifactu.updated' order by id`,
    );
    expect(audited.map(({ after }) => after)).toHaveLength(4);
    expect(audited[0]!.after).toMatchObject({ ...ISSUER, is_on: true });
  });
});

describe('once it is on', () => {
  // VF7
  test('what is issued, rectified and annulled is recorded in one chain across series, and nothing that fails', async () => {
    const id = await company();
    const first = await issue(id);
    const rectifying = (
      await send('POST', `/api/invoices/${first.id}/rectify`, { code: 'R1', reason: 'Duplicada' })
    ).json<InvoiceDetail>();
    const simplified = await issue(id, 100, { kind: 'simplified' });
    await send('POST', `/api/invoices/${simplified.id}/annul`, { reason: 'De prueba' });
    const { items } = await records();
    expect(
      items.toReversed().map((one) => [one.number, one.kind, one.invoice.code, one.invoice_type]),
    ).toEqual([
      [1, 'issue', first.code, 'F1'],
      [2, 'issue', rectifying.code, 'R1'],
      [3, 'issue', simplified.code, 'F2'],
      [4, 'annulment', simplified.code, null],
    ]);
    // One that was issued before there were records is annulled without one.
    const before = await query<{ id: string }>(
      `select id from invoices i where voided_at is null and not exists
         (select from verifactu_records r where r.invoice_id = i.id) limit 1`,
    );
    expect((await send('POST', `/api/invoices/${before[0]!.id}/annul`, { reason: 'x' })).statusCode).toBe(
      200,
    );
    const fails = await send('POST', `/api/invoices/${first.id}/rectify`, { code: 'R1', reason: 'x' });
    expect([fails.statusCode, (await records()).total]).toEqual([409, 4]);
    expect(await verify()).toEqual({ records: 4, problems: [] });
    expect(codeOf(await save({ is_on: false }))).toBe('verifactu.begun');
  });

  test('what the agency would refuse is refused whole, with its code and words, and takes no number', async () => {
    const id = await company({ tax_id: 'A58818502' });
    const total = (await records()).total;
    const [before] = await query<{ last: number }>(
      `select sum(last_number)::int as last from invoice_series`,
    );
    const refused = await send('POST', '/api/invoices', issuing(id));
    expect(refused.json()).toMatchObject({
      code: 'verifactu.refused',
      params: { rule: '1123', es: 'el NIF no es correcto', en: 'the Spanish tax number is wrong' },
    });
    await query(`update plan_versions set currency = 'USD'`);
    expect(codeOf(await send('POST', '/api/invoices', issuing(await company())))).toBe(
      'invoice.exchange_rate_missing',
    );
    await query(`update plan_versions set currency = 'EUR'`);
    const [after] = await query<{ last: number }>(`select sum(last_number)::int as last from invoice_series`);
    expect([(await records()).total, after]).toEqual([total, before]);
  });

  // VF22
  test('an invoice in another currency is recorded in euros, by its rate, and its code says that total', async () => {
    await giveRate(server);
    await query(`update plan_versions set currency = 'USD'`);
    const invoice = await issue(await company());
    await query(`update plan_versions set currency = 'EUR'`);
    expect(invoice).toMatchObject({ currency: 'USD', total_cents: 12_100, exchange: { tax_cents: 1_935 } });
    // 92.17 and 19.35 euros.
    expect(invoice.verifactu?.url).toMatch(/&importe=111\.52$/);
    const { items } = await records(`search=${invoice.code}`);
    expect(items.map(({ total_cents }) => total_cents)).toEqual([11_152]);
    expect(await verify()).toMatchObject({ problems: [] });
  });

  test('an invoice without the number of its customer is recorded as one, and so is what rectifies it', async () => {
    const invoice = await issue(await company({ tax_id: null, country: 'PT' }), 500_000);
    await send('POST', `/api/invoices/${invoice.id}/rectify`, { code: 'R4', reason: 'x' });
    const { items } = await records();
    expect(items.slice(0, 2).map(({ invoice_type }) => invoice_type)).toEqual(['R5', 'F2']);
  });

  // VF8
  test('the PDF has a QR code of 35 mm that says what the record says, with its words', async () => {
    const invoice = await issue(await company(), 12_345);
    const [day, total] = [invoice.issued_on.split('-').toReversed().join('-'), '149.37'];
    const url = `https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=${invoice.code}&fecha=${day}&importe=${total}`;
    expect(invoice).toMatchObject({ issuer: ISSUER, verifactu: { environment: 'test', url } });
    const pdf = (await send('GET', `/api/invoices/${invoice.id}/pdf`)).rawPayload;
    const { data, width, height, text } = await firstSheet(pdf);
    const found = readQr(new Uint8ClampedArray(data), width, height);
    expect(found?.data).toBe(url);
    const { topLeftCorner: from, topRightCorner: to } = found!.location;
    // An A4 sheet is 210 mm wide.
    const millimetres = ((to.x - from.x) / width) * 210;
    expect(millimetres).toBeGreaterThan(34);
    expect(millimetres).toBeLessThan(36);
    expect(from.y / height).toBeLessThan(0.2);
    for (const words of ['QR tributario:', 'VERI*FACTU', 'Entorno de pruebas', ISSUER.name])
      expect(text).toContain(words);
    // Nothing of it is on one that is not recorded.
    const [before] = await query<{ id: string }>(`select id from invoices order by id limit 1`);
    const plain = await firstSheet((await send('GET', `/api/invoices/${before!.id}/pdf`)).rawPayload);
    expect(plain.text).not.toContain('QR tributario');
    expect(readQr(new Uint8ClampedArray(plain.data), plain.width, plain.height)).toBeNull();
  });

  // VF9
  test('two hundred that are issued at once are one chain without a fork or a gap', async () => {
    const companies = await Promise.all(Array.from({ length: 10 }, () => company()));
    const { total } = await records();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send('POST', '/api/invoices', {
          ...issuing(companies[n % 10]!, n + 1),
          kind: n % 3 === 0 ? 'simplified' : 'standard',
          request_id: randomUUID(),
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(200);
    expect((await records()).total).toBe(total + 200);
    expect(await verify()).toEqual({ records: total + 200, problems: [] });
  }, 120_000);

  test('records are found by invoice, kind and year', async () => {
    const { items } = await records('kind=annulment');
    expect(items.map(({ kind }) => kind)).toEqual(['annulment']);
    expect((await records(`search=${items[0]!.invoice.code.toLowerCase()}`)).total).toBe(2);
    expect((await records('year=2025')).total).toBe(0);
    expect((await read()).years).toEqual([Number(today.slice(0, 4))]);
  });

  // VF10
  test('the file of a year is whole and valid, and the command tells which record of a changed one is wrong', async () => {
    const text = await exported();
    const { total } = await records();
    expect(verifyFile(text)).toEqual({ records: total, problems: [] });
    const all = Array.from(
      text.matchAll(/<sf:Registro(Alta|Anulacion) [\s\S]*?<\/sf:Registro\1>/g),
      ([one]) => one,
    );
    expect(all).toHaveLength(total);
    expect(await schemaErrors(ISSUER, all)).toEqual([]);
    const file = path.join(tmpdir(), `records-${randomUUID()}.xml`);
    const run = () =>
      promisify(execFile)(process.execPath, [COMMAND, file]).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      );
    try {
      await writeFile(file, text);
      expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('intacta') });
      const name = /<RegistroFactura numero="7"[\s\S]*?<sf:NumSerieFactura>([^<]+)/.exec(text)![1]!;
      const at = text.indexOf('<sf:DescripcionOperacion>Licencia', text.indexOf('numero="7"'));
      await writeFile(file, text.slice(0, at) + text.slice(at).replace('Licencia', 'Licencio'));
      const told = await run();
      expect(told.code).toBe(1);
      expect(told.stdout).toContain(`✗ registro 7 (${name}): se ha modificado`);
    } finally {
      await rm(file, { force: true });
    }
  });

  // VF11
  test('a record cannot be changed or removed; where somebody does it all the same, verifying and issuing say so', async () => {
    for (const statement of [
      `update verifactu_records set hash = hash`,
      `delete from verifactu_records`,
      `truncate verifactu_records, verifactu_deliveries`,
    ])
      await expect(query(statement)).rejects.toThrow('append-only');
    const { total } = await records();
    const tampered = async (statement: string) => {
      await query('alter table verifactu_records disable trigger user');
      await query(statement);
      await query('alter table verifactu_records enable trigger user');
    };
    await tampered(
      `update verifactu_records set xml = replace(xml, 'Licencia', 'Licencio') where number = ${total}`,
    );
    expect((await verify()).problems).toMatchObject([{ number: total, kind: 'changed' }]);
    const organization = await company();
    expect(codeOf(await send('POST', '/api/invoices', issuing(organization)))).toBe('verifactu.chain_broken');
    await tampered(
      `update verifactu_records set xml = replace(xml, 'Licencio', 'Licencia') where number = ${total}`,
    );
    await tampered(`delete from verifactu_records where number = 5`);
    const { problems } = await verify();
    expect(problems).toMatchObject([
      { number: 6, kind: 'gap' },
      { number: 6, kind: 'changed' },
      { number: 6, kind: 'moved' },
      { kind: 'missing' },
    ]);
    await tampered(
      `update verifactu_records set recorded_at = now() + interval '2 minutes' where number = ${total}`,
    );
    expect(codeOf(await send('POST', '/api/invoices', issuing(organization)))).toBe('verifactu.clock_behind');
  });
});

/** The first sheet of a PDF as a picture, three pixels a point, and its text. */
async function firstSheet(pdf: Buffer) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const page = document.getPage(0);
    const text = page.getText();
    const { data, width, height } = await page.render({
      scale: 3,
      render: ({ data: pixels }) => Promise.resolve(pixels),
    });
    return { data, width, height, text };
  } finally {
    document.destroy();
    library.destroy();
  }
}
