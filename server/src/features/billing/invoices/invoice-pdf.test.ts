import { inflateSync } from 'node:zlib';
import type { InvoiceDetail } from '@atalaya/contract/billing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { writeDay } from '../billing-texts.ts';
import { giveRate } from '../exchange-rates/testing/rates.ts';
import { pdfText } from '../../../platform/pdf/pdf-text.ts';
import { statusOnPaper } from './invoice-pdf-texts.ts';

let server: TestServer;
let ours: Cast;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      INVOICE_ISSUER_NAME: 'Atalaya Software, S.L.',
      INVOICE_ISSUER_TAX_ID: 'B12345674',
      INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
    },
  });
  ours = await server.makeCast();
  await giveRate(server);
});
afterAll(() => server.close());

const boss = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const { cookie } = ours.super_admin;
  return (await server.send({ method, url, cookie, ...(payload ? { payload } : {}) })).json<T>();
};
const download = (id: string, cookie = ours.super_admin.cookie) =>
  server.send({ url: `/api/invoices/${id}/pdf`, cookie });
const issue = (organization_id: string, lines: object[]) =>
  boss<InvoiceDetail>('POST', '/api/invoices', { organization_id, lines });
const change = (id: string, set: string, values: unknown[]) =>
  server.database.pool.query(`update organizations set ${set} where id = $1`, [id, ...values]);

/** What a PDF shows, a piece of text a line, in the order in which it was written. */
function textOf(file: Buffer): string {
  const source = file.toString('latin1');
  const pieces = Array.from(
    source.matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g),
    ([, stream = '']) => {
      const content = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      return Array.from(content.matchAll(/\[([^\]]*)\] TJ/g), ([, shown = '']) =>
        Array.from(shown.matchAll(/<([0-9a-f]*)>/g), ([, hex = '']) =>
          new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
        ).join(''),
      );
    },
  );
  return pieces.flat().join('\n').replaceAll('\u00A0', ' ');
}

describe('an invoice as a PDF', () => {
  test('says what the invoice says, to the cent, of whom and to whom', async () => {
    const { id } = await server.makeOrganization({ name: 'Ñandú & Cía, S.A.' });
    await change(id, `country = 'ES', tax_id = 'A58818501', billing_email = 'pagos@nandu.test'`, []);
    const { id: invoice_id, code } = await issue(id, [
      { description: 'Formación a 15 € la hora', quantity: 1_234, unit_price_cents: 1_500 },
      { description: 'Viaje', unit_price_cents: 333 },
    ]);
    const payment = {
      amount_cents: 10_000,
      method: 'direct_debit',
      paid_on: '2026-01-31',
      reference: 'TR-7',
    };
    const invoice = await boss<InvoiceDetail>('POST', `/api/invoices/${invoice_id}/payments`, payment);
    const answer = await download(invoice_id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="factura-${code}.pdf"`,
    });
    const shown = textOf(answer.rawPayload).split('\n');
    expect(invoice).toMatchObject({ subtotal_cents: 1_851_333, tax_cents: 388_780, total_cents: 2_240_113 });
    // In the order of the screen, each party under its own title.
    expect(shown).toEqual(
      [
        [`Factura ${code}`],
        [
          'Emisor',
          'Atalaya Software, S.L.',
          'Identificación fiscal: B12345674',
          'Calle Mayor, 1',
          '28013 Madrid',
        ],
        ['Cliente', 'Ñandú & Cía, S.A.', 'Identificación fiscal: A58818501', 'España', 'pagos@nandu.test'],
        ['Estado', 'Pago parcial: 100,00 $ de 22.401,13 $ pagado'],
        [
          'Fecha de emisión',
          writeDay(invoice.issued_on, 'es'),
          'Vencimiento',
          writeDay(invoice.due_on, 'es'),
        ],
        ['Tipo de cambio', `1 EUR = 1,085 USD (BCE, ${writeDay(invoice.issued_on, 'es')})`],
        ['Descripción', 'Cantidad', 'Precio', 'IVA', 'Importe'],
        ['Formación a 15 € la hora', '1.234', '15,00 $', '21 %', '18.510,00 $'],
        ['Viaje', '1', '3,33 $', '21 %', '3,33 $'],
        ['Base imponible', '18.513,33 $', 'IVA 21 %', '3.887,80 $', 'Total', '22.401,13 $'],
        ['IVA en euros', '3.583,23 €'],
        ['Pagado', '100,00 $', 'Pendiente', '22.301,13 $'],
        ['Pagos', 'Fecha', 'Forma de pago', 'Referencia', 'Importe'],
        ['31 ene 2026', 'Domiciliación', 'TR-7', '100,00 $'],
        [`Huella: ${invoice.hash}`, 'Página 1 de 1'],
      ].flat(),
    );
  });

  test('is the same file each time, with its title and language, until a payment stands on it', async () => {
    const invoice = await issue(ours.organization.id, [{ description: 'Licencia', unit_price_cents: 1 }]);
    const first = (await download(invoice.id)).rawPayload;
    expect((await download(invoice.id, ours.admin.cookie)).rawPayload.equals(first)).toBe(true);
    const source = first.toString('latin1');
    for (const part of [
      '/Lang (es-ES)',
      '/DisplayDocTitle true',
      '/Marked true',
      '/StructTreeRoot',
      '/Title',
    ])
      expect(source).toContain(part);
    const payment = { amount_cents: 1, method: 'cash', paid_on: invoice.issued_on };
    await boss('POST', `/api/invoices/${invoice.id}/payments`, payment);
    expect((await download(invoice.id)).rawPayload.equals(first)).toBe(false);
  });

  test('tells why there is no tax, and what it rectifies and why', async () => {
    const { id } = await server.makeOrganization();
    await change(id, `country = 'PT', tax_id = 'PT503504564'`, []);
    const taxed = (tax_treatment: string) =>
      boss('PUT', `/api/organizations/${id}/subscription/tax`, { tax_treatment, tax_rate: 2_100 });
    await taxed('reverse_charge');
    const reversed = await issue(id, [{ description: 'Licencia', unit_price_cents: 5_000 }]);
    expect(textOf((await download(reversed.id)).rawPayload)).toContain('Inversión del sujeto pasivo');
    await taxed('exempt');
    const exempt = await issue(id, [{ description: 'Licencia', unit_price_cents: 5_000 }]);
    expect(textOf((await download(exempt.id)).rawPayload)).toContain('Operación exenta de impuestos.');
    const voided = await boss<InvoiceDetail>('POST', `/api/invoices/${exempt.id}/rectify`, {
      code: 'R1',
      reason: 'Duplicada',
    });
    const rectifying = textOf((await download(voided.id)).rawPayload).split('\n');
    for (const text of [
      `Factura rectificativa ${voided.code}`,
      `${exempt.code}, ${writeDay(exempt.issued_on, 'es')}`,
      'Duplicada',
      '-50,00 $',
    ])
      expect(rectifying).toContain(text);
  });

  test('takes as many sheets as its lines need, each with the titles and its number', async () => {
    const lines = Array.from({ length: 50 }, (_, n) => ({
      description: `Línea ${String(n + 1)} ${'larga '.repeat(45)}`.trim(),
      unit_price_cents: 100,
    }));
    const { id } = await issue(ours.organization.id, lines);
    const shown = textOf((await download(id)).rawPayload).split('\n');
    const sheets = shown.filter((text) => /^Página \d+ de \d+$/.test(text));
    expect(sheets.length).toBeGreaterThan(2);
    expect(sheets).toEqual(sheets.map((_, at) => `Página ${String(at + 1)} de ${String(sheets.length)}`));
    expect(shown.filter((text) => text.startsWith('Línea '))).toHaveLength(50);
    expect(shown.filter((text) => text === 'Descripción').length).toBeGreaterThan(2);
  });

  test('is nobody else’s: 401, 403 and 404', async () => {
    const invoice = await issue(ours.organization.id, [{ description: 'x', unit_price_cents: 100 }]);
    const foreign = await server.makeCast();
    const statuses = await Promise.all(
      [undefined, ours.user.cookie, foreign.admin.cookie, ours.admin.cookie].map(
        async (cookie) =>
          (await server.send({ url: `/api/invoices/${invoice.id}/pdf`, ...(cookie ? { cookie } : {}) }))
            .statusCode,
      ),
    );
    expect(statuses).toEqual([401, 403, 404, 200]);
  });

  test('a paper says how much is paid, and not what depends on the day on which it is read', () => {
    expect(statusOnPaper({ status: 'overdue', paid_cents: 0 })).toBe('open');
    expect(statusOnPaper({ status: 'overdue', paid_cents: 1 })).toBe('partial');
    expect(statusOnPaper({ status: 'paid', paid_cents: 1 })).toBe('paid');
  });

  test('letters that a PDF has not by itself lose their accent, and only what has no letter is lost', () => {
    expect(pdfText('Señor Ünal – 5 €, «Kovač» Łódź İstanbul 東京')).toBe(
      'Señor Ünal – 5 €, «Kovac» Lódz Istanbul ??',
    );
  });
});
