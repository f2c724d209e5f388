import { CREDITOR, IBAN, makeCollectable, makeDebitRun, statementFile } from '../harness/direct-debits.ts';
import { unique } from '../harness/people.ts';
import { makeCertificateFile } from '../../server/src/platform/testing/certificates.ts';
import { expect } from '../harness/test.ts';
import type { Scene } from './scene.ts';
import { again, bin, choose, dialog, inTurn, item, press, READ, stay, tab, to, type, yes } from './steps.ts';
import type { Act, Entries } from './walk.ts';

const CERTIFICATE = makeCertificateFile();
const CERTIFICATE_FILE = {
  name: 'certificado.p12',
  mimeType: 'application/x-pkcs12',
  buffer: Buffer.from(CERTIFICATE.file, 'base64'),
};

const RATES_FILE = {
  name: 'eurofxref-hist.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Date,USD,\n2026-01-02,1.0850,\n'),
};

/** The demo pays in dollars, so that nothing of it is recorded: the screens are told that something is. */
const withWaiting: Act = (page) =>
  page.route(/\/api\/verifactu$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const told = (await response.json()) as { sending: object };
    return route.fulfill({
      response,
      json: { ...told, is_on: true, sending: { ...told.sending, waiting: 3 } },
    });
  });
const REJECTED = {
  id: '7',
  number: 7,
  kind: 'issue',
  invoice: { id: '018f0000-0000-7000-8000-000000000000', code: 'A-2026-00007' },
  invoice_type: 'F1',
  total_cents: 12_100,
  environment: 'test',
  recorded_at: '2026-01-01T10:00:00Z',
  hash: 'A'.repeat(64),
  state: 'rejected',
  error: { code: '1110', es: 'El NIF no está identificado.', en: 'x' },
  sent_at: '2026-01-01T10:01:00Z',
  answered_at: '2026-01-01T10:01:01Z',
  receipt: null,
  corrects: null,
  corrected_by: null,
  xml: '<sf:RegistroAlta/>',
  correction: { previous_rejection: 'X', without_previous: false },
};
const withRejected: Act = (page) =>
  page.route(/\/api\/verifactu\/records\/[78]$/, (route) => route.fulfill({ json: REJECTED }));

/** Whose subscription goes to a cheaper plan at the end of its period. */
async function downgraded(scene: Scene): Promise<string> {
  const { id } = await scene.company({ plan_type: 'pro', max_users: 100 });
  const at = `/api/organizations/${id}/subscription`;
  await scene.ask('POST', `${at}/status`, { status: 'active', reason: 'Contrato' });
  await scene.ask('POST', `${at}/plan`, { plan_id: await scene.planId('basic') });
  return `/admin/billing?organization=${id}`;
}

const planFields = type({
  'Nombre del plan': `Plan ${unique()}`,
  'Precio (USD por mes)': '49,5',
  Descripción: 'Para quien crece',
  'Máximo de usuarios': '10',
});

/** The names of what the walk has made. */
const made = { company: '', moving: '', archived: '', invoice: '' };
const inCard =
  (plan: 'moving' | 'archived', button: RegExp): Act =>
  (page) =>
    page.getByRole('region', { name: made[plan], exact: true }).getByRole('button', { name: button }).click();

/** The plan is on offer again, and no organization subscribes to it. */
const archiveAgain: Act = inTurn(
  to(async (scene) => {
    made.archived = (await scene.plan()).name;
    return '/admin/plans';
  }),
  inCard('archived', /^Eliminar /),
  yes('Eliminar'),
  (page) => expect(page.getByRole('region', { name: made.archived, exact: true })).toHaveCount(0),
);

/** A run that the bank has, and whose day has come. */
async function dueRun(scene: Scene): Promise<string> {
  const { id } = await makeDebitRun((...asked) => scene.ask(...asked));
  await scene.ask('POST', `/api/debit-runs/${id}/presentation`);
  await scene.comeDue(id);
  return `/admin/debit-runs?run=${id}`;
}

/** In this order: some stay where the one before has left them. */
export const companies = {
  createOrganization: {
    open: to('/admin/companies?edit=new'),
    fill: (page, scene) => type({ 'Nombre de la empresa': `Empresa ${unique()}` })(page, scene),
    submit: press('Crear empresa'),
  },
  updateOrganization: [
    {
      from: 'save in organization-form.tsx',
      open: to(async (scene) => `/admin/companies?edit=${(await scene.company()).id}`),
      fill: type({ Dominio: 'acme.test' }),
      submit: press('Guardar cambios'),
    },
    {
      from: 'OrganizationForm in general-section.tsx',
      open: to(async (scene) => `/admin/settings?organization=${(await scene.company()).id}`),
      fill: (page, scene) => type({ Nombre: `Empresa ${unique()}` })(page, scene),
      submit: press('Guardar cambios'),
    },
  ],
  deleteOrganization: {
    open: inTurn(
      to(async (scene) => {
        made.company = (await scene.company()).name;
        return `/admin/companies?search=${made.company}`;
      }),
      press(/^Eliminar Empresa /),
    ),
    fill: (page, scene) => type({ [`Escribe ${made.company} para confirmar`]: made.company })(page, scene),
    submit: yes('Eliminar'),
  },
  restoreOrganization: {
    open: inTurn(
      async (_page, scene) => (made.company = (await scene.binnedCompany()).name),
      bin,
      (page) => expect(page.getByRole('button', { name: `Restaurar ${made.company}` })).toBeVisible(),
    ),
    submit: (page, scene) => press(`Restaurar ${made.company}`)(page, scene),
  },
  createPlan: { open: to('/admin/plans?plan=new'), fill: planFields, submit: press('Crear Plan') },
  addPlansInEuros: { open: to('/admin/plans'), submit: press('Añadir planes en euros') },
  updatePlan: {
    open: to(async (scene) => `/admin/plans?plan=${(await scene.plan()).id}`),
    fill: type({ Descripción: 'Lo mío' }),
    submit: press('Actualizar Plan'),
  },
  simulatePlan: [
    { from: 'PlanSimulation in plan-simulation.tsx', none: READ },
    { from: 'useIsPossible in plan-removal.tsx', none: READ },
  ],
  cancelPlanMove: {
    open: to(async (scene) => {
      made.moving = (await scene.movingPlan()).name;
      const { key, name } = await scene.plan();
      await scene.company({ plan_type: key, max_users: 10 });
      made.archived = name;
      return '/admin/plans';
    }),
    submit: inTurn(inCard('moving', /^No moverlas$/), yes('No moverlas')),
  },
  archivePlan: {
    open: inCard('archived', /^Eliminar /),
    fill: choose('Plan al que pasan', /^Enterprise/),
    submit: yes('Eliminar'),
  },
  restorePlan: [
    { from: 'useRemove in plan-removal.tsx', open: stay, submit: again, fromToast: true },
    {
      from: 'useWaysOut in bin-item.tsx',
      open: inTurn(archiveAgain, press('Papelera'), (page) =>
        expect(page.getByRole('button', { name: `Restaurar ${made.archived}` })).toBeVisible(),
      ),
      submit: (page, scene) => press(`Restaurar ${made.archived}`)(page, scene),
    },
  ],
  cancelPlanChange: { open: to(downgraded), submit: press('Cancelar el cambio') },
  changePlan: {
    open: press('Cambiar plan'),
    fill: choose('Nuevo plan', /^Basic/),
    submit: press('Confirmar cambio'),
  },
  changeSubscriptionStatus: {
    open: press('Cambiar estado'),
    fill: inTurn(choose('Nuevo estado', /^Vencido/), type({ Motivo: 'No paga' })),
    submit: press('Cambiar estado'),
  },
  changeTax: {
    open: press('Cambiar impuesto'),
    fill: type({ 'Tipo (%)': '10' }),
    submit: press('Guardar'),
  },
  issueInvoice: {
    open: inTurn(tab('Facturas'), press('Emitir factura'), dialog('Emitir factura')),
    fill: type({ Descripción: 'Formación', 'Precio unitario': '100' }),
    submit: press('Emitir factura'),
  },
  registerPayment: {
    open: press('Registrar pago'),
    fill: type({ Referencia: 'TR-1' }),
    submit: press('Registrar'),
  },
  refundPayment: {
    open: press(/^Devolver el pago/),
    fill: type({ Motivo: 'Duplicado' }),
    submit: press('Devolver'),
  },
  rectifyInvoice: {
    open: inTurn(press('Más acciones'), item('Rectificar')),
    fill: type({ Motivo: 'Duplicada' }),
    submit: press('Emitir rectificativa'),
  },
  annulInvoice: {
    open: inTurn(
      to(async (scene) => {
        const { id: organization_id } = await scene.company({ country: 'ES' });
        const lines = [{ description: 'Prueba', unit_price_cents: 100 }];
        const { id } = await scene.ask('POST', '/api/invoices', { organization_id, lines });
        return `/admin/billing?tab=invoices&invoice=${id}`;
      }),
      press('Más acciones'),
      item('Anular'),
    ),
    fill: type({ Motivo: 'De prueba' }),
    submit: press('Anular factura'),
  },
  receiveInvoice: {
    open: inTurn(
      to(async (scene) => {
        const { id: organization_id } = await scene.company({ country: 'ES' });
        const lines = [{ description: 'Prueba', unit_price_cents: 100 }];
        const { id } = await scene.ask('POST', '/api/invoices', { organization_id, lines });
        return `/admin/billing?tab=invoices&invoice=${id}`;
      }),
      press('Más acciones'),
      item('Registrar recepción'),
    ),
    submit: press('Registrar'),
  },
  signDeclaration: {
    open: inTurn(
      to('/admin/verifactu?tab=issuer'),
      press('Leer y firmar'),
      dialog('Declaración responsable'),
    ),
    fill: type({ 'Nombre y apellidos de quien firma': 'Ana Ruiz', 'Contraseña actual': 'Demo-1234' }),
    submit: press('Firmar declaración'),
  },
  saveExchangeRate: {
    open: inTurn(to('/admin/verifactu?tab=issuer'), press('Añadir tipo'), dialog('Añadir tipo de cambio')),
    fill: type({ 'Unidades por euro': '1,085' }),
    submit: press('Guardar tipo'),
  },
  uploadExchangeRates: {
    open: inTurn(to('/admin/verifactu?tab=issuer'), press('Subir fichero'), dialog('Subir tipos de cambio')),
    submit: (page) => page.getByRole('dialog').locator('input[type=file]').setInputFiles(RATES_FILE),
  },
  updateVerifactu: {
    open: inTurn(to('/admin/verifactu?tab=issuer'), press('Configurar'), dialog('Configurar VERI*FACTU')),
    fill: type({ NIF: 'B12345674' }),
    submit: press('Guardar'),
  },
  saveVerifactuCertificate: {
    open: inTurn(
      to('/admin/verifactu?tab=issuer'),
      press(/^(Añadir|Cambiar) certificado$/),
      dialog('Certificado del emisor'),
      (page) => page.getByRole('dialog').locator('input[type=file]').setInputFiles(CERTIFICATE_FILE),
    ),
    fill: type({ 'Contraseña del archivo': CERTIFICATE.password }),
    submit: press('Guardar certificado'),
  },
  removeVerifactuCertificate: {
    open: inTurn(
      to(async (scene) => {
        await scene.ask('PUT', '/api/verifactu/certificate', { kind: 'seal', ...CERTIFICATE });
        return '/admin/verifactu?tab=issuer';
      }),
      press('Quitar'),
    ),
    submit: yes('Quitar certificado'),
  },
  updateCreditor: {
    open: inTurn(to('/admin/mandates'), press('Configurar'), dialog('Configurar el acreedor')),
    fill: type({ Nombre: CREDITOR.name, IBAN, 'Identificador de acreedor': CREDITOR.identifier }),
    submit: press('Guardar'),
  },
  signMandate: {
    open: inTurn(press('Añadir mandato'), dialog('Añadir mandato')),
    fill: inTurn(choose('Empresa', /Norte|Iberia/, 'Demo'), async (page, scene) =>
      type({ Referencia: `M-${unique()}`, 'Titular de la cuenta': 'Cliente', IBAN })(page, scene),
    ),
    submit: press('Añadir'),
  },
  amendMandate: {
    open: press('Modificar'),
    fill: type({ 'Titular de la cuenta': 'Cliente, S.A.' }),
    submit: press('Guardar'),
  },
  cancelMandate: {
    open: press('Cancelar mandato'),
    fill: type({ Motivo: 'Lo pide el cliente' }),
    submit: press('Cancelar mandato'),
  },
  createDebitRun: {
    open: to(async (scene) => {
      await makeCollectable((...asked) => scene.ask(...asked));
      return '/admin/debit-runs?dialog=new';
    }),
    submit: press('Crear remesa'),
  },
  presentDebitRun: {
    open: press('Marcar como presentada'),
    submit: yes('Marcar como presentada'),
  },
  confirmDebitRun: {
    open: inTurn(to(dueRun), press('Confirmar cobro')),
    submit: yes('Confirmar cobro'),
  },
  returnDebit: {
    open: press(/^Devolución de /),
    submit: press('Registrar devolución'),
  },
  cancelDebitRun: {
    open: inTurn(
      to(
        async (scene) =>
          `/admin/debit-runs?run=${(await makeDebitRun((...asked) => scene.ask(...asked))).id}`,
      ),
      press('Cancelar remesa'),
    ),
    submit: yes('Cancelar remesa'),
  },
  uploadBankStatement: {
    open: inTurn(
      to(async (scene) => {
        made.invoice = (await makeCollectable((...asked) => scene.ask(...asked))).invoice.code;
        return '/admin/bank-statements';
      }),
      press('Subir extracto'),
    ),
    submit: (page) =>
      page.getByRole('dialog').locator('input[type=file]').setInputFiles(statementFile(made.invoice)),
  },
  confirmBankEntries: { open: stay, submit: press(/^Confirmar las seguras/) },
  sendVerifactuRecords: {
    open: inTurn(withWaiting, to('/admin/verifactu')),
    submit: press('Enviar ahora'),
  },
  correctVerifactuRecord: {
    open: inTurn(withRejected, to('/admin/verifactu?record=7'), press('Subsanar')),
    submit: yes('Subsanar registro'),
    answer: { json: { ...REJECTED, id: '8', number: 8, state: 'pending', error: null, correction: null } },
  },
} satisfies Entries;
