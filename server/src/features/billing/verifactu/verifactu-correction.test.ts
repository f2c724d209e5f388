import type { VerifactuRecord } from '@atalaya/contract/verifactu';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSendingScene } from './testing/sending-scene.ts';
import type { SendingScene } from './testing/sending-scene.ts';

let scene: SendingScene;
beforeAll(async () => {
  scene = await startSendingScene();
});
afterAll(() => scene.close());

type Detail = VerifactuRecord & { xml: string; correction: object | null; code?: string };
const REFUSED = { state: 'Incorrecto', code: '1110', words: 'El NIF no está identificado.' } as const;
const ask = (method: 'GET' | 'POST', number: number, path = '') =>
  scene.server.send({
    method,
    url: `/api/verifactu/records/${String(number)}${path}`,
    cookie: scene.cast.super_admin.cookie,
  });
const read = async (number: number) => (await ask('GET', number)).json<Detail>();
const correct = async (number: number) => (await ask('POST', number, '/correct')).json<Detail>();
const lastOf = async (code: string) => {
  const last = (await scene.records(code)).at(-1);
  if (!last) throw new Error(`there is no record of ${code}`);
  return read(last.number);
};
/** What a record says of the one in whose place it is. */
const flagsOf = ({ xml }: Detail) =>
  Array.from(
    xml.matchAll(/<sf:(Subsanacion|RechazoPrevio|SinRegistroPrevio)>(.)</g),
    ([, name, value]) => `${name ?? ''}=${value ?? ''}`,
  );
const sendRefusing = async (...codes: string[]) => {
  scene.agency.judge = (code) => (codes.includes(code) ? REFUSED : null);
  await scene.send();
  scene.agency.judge = () => null;
};

// VF18
test('a record that was refused is corrected by a new one in the chain, once, which the agency takes', async () => {
  const { code } = await scene.issue();
  await sendRefusing(code);
  const refused = await lastOf(code);
  expect(refused).toMatchObject({
    state: 'rejected',
    correction: { previous_rejection: 'X', without_previous: false },
  });
  const corrected = await correct(refused.number);
  expect(corrected).toMatchObject({
    state: 'pending',
    corrects: refused.number,
    invoice_type: 'F1',
    invoice: { code },
  });
  expect(flagsOf(corrected)).toEqual(['Subsanacion=S', 'RechazoPrevio=X']);
  expect(await read(refused.number)).toMatchObject({ corrected_by: corrected.number, correction: null });
  expect(await correct(refused.number)).toMatchObject({ code: 'verifactu.not_correctable' });
  await scene.send();
  expect((await lastOf(code)).state).toBe('accepted');
  // The invoice says what became of its last record.
  const { cookie } = scene.cast.super_admin;
  const invoice = await scene.server.send({ url: `/api/invoices/${refused.invoice.id}`, cookie });
  expect(invoice.json()).toMatchObject({ verifactu: { state: 'accepted' } });
  const [entry] = await scene.query<{ before: object; after: object }>(
    `select before, after from audit_log where action = 'verifactu.record_corrected'`,
  );
  expect(entry).toEqual({
    before: { record: refused.number, code },
    after: { record: corrected.number, code },
  });
});

// VF18
test('one that was taken with errors is corrected as one that the agency has, and again where it refuses that', async () => {
  const { code } = await scene.issue();
  scene.agency.judge = () => ({ state: 'AceptadoConErrores', code: '2001', words: 'x' });
  await scene.send();
  const first = await correct((await lastOf(code)).number);
  expect(flagsOf(first)).toEqual(['Subsanacion=S']);
  await sendRefusing(code);
  const second = await correct(first.number);
  expect(flagsOf(second)).toEqual(['Subsanacion=S', 'RechazoPrevio=S']);
  await scene.send();
  expect((await scene.records(code)).map(({ state }) => state)).toEqual([
    'accepted_with_errors',
    'rejected',
    'accepted',
  ]);
});

// VF18
test('an annulment that was refused is annulled again; of an invoice that the agency has not it says so', async () => {
  const [here, gone] = [await scene.issue(), await scene.issue()];
  await sendRefusing(gone.code);
  await scene.annul(here.id);
  await scene.annul(gone.id);
  expect(flagsOf(await lastOf(gone.code))).toEqual(['SinRegistroPrevio=S']);
  await sendRefusing(here.code, gone.code);
  const annulled = await correct((await lastOf(here.code)).number);
  expect([annulled.kind, ...flagsOf(annulled)]).toEqual(['annulment', 'RechazoPrevio=S']);
  const never = await correct((await lastOf(gone.code)).number);
  expect(flagsOf(never)).toEqual(['SinRegistroPrevio=S', 'RechazoPrevio=S']);
  await scene.send();
  for (const { code } of [here, gone]) expect((await lastOf(code)).state).toBe('accepted');
});

test('what waits or was accepted is not corrected, nor what is not there, nor by who may not', async () => {
  const { code } = await scene.issue();
  const { number } = await lastOf(code);
  expect(await correct(number)).toMatchObject({ code: 'verifactu.not_correctable' });
  await scene.send();
  expect(await correct(number)).toMatchObject({ code: 'verifactu.not_correctable' });
  expect((await ask('GET', 99_999)).statusCode).toBe(404);
  expect((await ask('POST', 99_999, '/correct')).statusCode).toBe(404);
  const url = `/api/verifactu/records/${String(number)}/correct`;
  const { cookie } = scene.cast.admin;
  expect((await scene.server.send({ method: 'POST', url, cookie })).statusCode).toBe(403);
});

test('every message had its form and its order, and the chain with its corrections is whole', async () => {
  expect(scene.agency.problems).toEqual([]);
  const { cookie } = scene.cast.super_admin;
  const verified = await scene.server.send({ url: '/api/verifactu/verify', cookie });
  expect(verified.json()).toMatchObject({ problems: [] });
});
