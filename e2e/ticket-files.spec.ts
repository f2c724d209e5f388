import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { FAILURES, failWith } from './harness/failures.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

/** A black PNG of 60 × 40 pixels. */
function picture(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, check]);
  };
  const head = Buffer.from([0, 0, 0, 60, 0, 0, 0, 40, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(61 * 40))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const PNG = { name: 'captura.png', mimeType: 'image/png', buffer: picture() };
const PDF = {
  name: 'informe.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n<<>>\n%%EOF\n'),
};
const FALSE_PNG = { name: 'falsa.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="1"/>') };

const filesOf = (page: Page, dialog: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('list', { name: 'Archivos adjuntos' });

/** A user opens a ticket of their own and begins to answer it. */
async function beginReply(page: Page, name: string) {
  await signInAs(page, 'user');
  const title = `${name} ${unique()}`;
  const { id } = await ask(page, 'POST', '/api/tickets', { title, description: 'x' });
  await page.goto(`/admin/tickets?ticket=${id}`);
  const detail = page.getByRole('dialog', { name: title });
  await detail.getByRole('button', { name: 'Responder' }).click();
  return { id, title, detail, reply: detail.getByRole('textbox', { name: 'Respuesta' }) };
}

// Answers get lost on purpose.
test.use({ expectedErrors: [/ERR_FAILED|(ERR_CONNECTION_RESET|status of 50\d) .*\/api\/ticket-files/] });

test('files go with a new ticket and with an answer, and the other side sees them', async ({
  page,
  openAs,
}) => {
  const title = `Captura ${unique()}`;
  const customer = await openAs('user');
  await customer.goto('/admin/tickets?ticket=new');
  const form = customer.getByRole('dialog', { name: 'Crear Ticket' });
  await form.getByLabel('Título').fill(title);
  await form.getByLabel('Descripción').fill('Sale esto:');
  await form.locator('input[type=file]').setInputFiles([PNG, { ...PNG, name: 'otra.png' }]);
  await filesOf(customer, 'Crear Ticket').getByRole('button', { name: 'Quitar otra.png' }).click();
  await expect(filesOf(customer, 'Crear Ticket').getByRole('listitem')).toHaveText([/^captura\.png/]);
  await form.getByRole('button', { name: 'Crear Ticket' }).click();
  await expect(form).toHaveCount(0);

  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?search=${title}`);
  await page.getByRole('row').filter({ hasText: title }).click();
  const detail = page.getByRole('dialog', { name: title });
  const image = detail.getByRole('img', { name: 'captura.webp' });
  await expect(image).toHaveJSProperty('naturalWidth', 60);

  await detail.getByRole('button', { name: 'Responder' }).click();
  const reply = detail.getByRole('textbox', { name: 'Respuesta' });
  await reply.fill('Te mando el informe.');
  const chooser = detail.locator('input[type=file]');
  await chooser.setInputFiles([
    PDF,
    FALSE_PNG,
    {
      name: 'datos.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from('año;total\r\n2026;1\r\n'),
    },
    { name: 'notas.exe', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await expect(detail.getByRole('alert')).toHaveText([
    /Solo se admiten imágenes .* XLSX y DOCX/,
    /Solo se admiten imágenes .* XLSX y DOCX/,
  ]);
  await expect(detail.getByText('Se enviará sin falsa.png, notas.exe.')).toBeVisible();
  await detail.getByRole('button', { name: 'Enviar respuesta' }).click();
  await expect(reply).toHaveValue('');
  await expect(detail.getByText(/falsa\.png/)).toHaveCount(0);

  await customer.goto('/admin/tickets');
  await customer.getByRole('row').filter({ hasText: title }).click();
  // In the order in which they were uploaded, side by side.
  for (const name of ['informe.pdf', 'datos.csv']) {
    const download = customer.waitForEvent('download');
    await filesOf(customer, title).getByRole('link', { name }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }
});

test('what may be attached is said before anything is refused, and what a message waits for beside its button', async ({
  page,
}) => {
  const { detail, reply } = await beginReply(page, 'Espera');
  await expect(detail.getByRole('button', { name: 'Adjuntar' })).toHaveAccessibleDescription(
    'Imágenes, PDF, CSV, TXT, XLSX y DOCX de hasta 10 MB',
  );
  await reply.fill('Mira la captura.');
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/ticket-files', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await detail.locator('input[type=file]').setInputFiles([PNG]);
  const waiting = detail.getByText('Podrás enviar cuando terminen de subir los archivos.');
  await expect(waiting).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Enviar respuesta' })).toBeDisabled();
  arrived.resolve();
  await expect(waiting).toHaveCount(0);
  await detail.getByRole('button', { name: 'Enviar respuesta' }).click();
  await expect(reply).toHaveValue('');
});

test('a file that does not arrive: its line says why, the text stays, and it is sent again at a press', async ({
  page,
}) => {
  const { title, detail, reply } = await beginReply(page, 'Perdida');
  await reply.fill('Mira la captura.');
  const failures = Object.values(FAILURES);
  let failing = failures[0];
  await page.route('**/api/ticket-files', (route) => (failing ? failWith(route, failing) : route.continue()));
  await detail.locator('input[type=file]').setInputFiles([PNG]);
  const file = filesOf(page, title).getByRole('listitem');
  for (const [at, { words }] of failures.entries()) {
    await expect(file.getByRole('alert')).toContainText(words);
    await expect(reply).toHaveValue('Mira la captura.');
    await expect(detail.getByRole('button', { name: 'Enviar respuesta' })).toBeDisabled();
    await expect(detail.getByText(/Un archivo no ha llegado/)).toBeVisible();
    failing = failures[at + 1];
    await file.getByRole('button', { name: 'Volver a subir captura.png' }).click();
  }
  await expect(file).toHaveText(/^captura\.png\d+ bytes$/);
  await detail.getByRole('button', { name: 'Enviar respuesta' }).click();
  await expect(reply).toHaveValue('');
});

test('a picture is pasted; an answer that the server did not take keeps text and file, and is sent once', async ({
  page,
}) => {
  const { id, title, detail, reply } = await beginReply(page, 'Pegada');
  await reply.fill('Mira la captura.');
  await reply.evaluate(
    (element, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [...PNG.buffer],
  );
  const send = detail.getByRole('button', { name: 'Enviar respuesta' });
  await expect(send).toBeEnabled();
  // The message arrives, the answer to it gets lost.
  await page.route(
    `**/api/tickets/${id}/messages`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send.click();
  await expect(detail.getByRole('alert')).toContainText('No se ha podido enviar');
  await expect(reply).toHaveValue('Mira la captura.');
  await expect(filesOf(page, title).getByText('image.png')).toBeVisible();
  await send.click();
  await expect(reply).toHaveValue('');
  await expect(
    detail.getByRole('list', { name: 'Conversación' }).getByRole('img', { name: 'image.webp' }),
  ).toHaveCount(1);
});

test('files that are dropped on an answer come back with it after a reload, until it is sent', async ({
  page,
}) => {
  const { title, detail, reply } = await beginReply(page, 'Soltada');
  await reply.evaluate(
    (element, files) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, bytes } of files)
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      for (const kind of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [PNG, PDF].map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] })),
  );
  const files = filesOf(page, title).getByRole('listitem');
  await expect(files).toHaveText([/^captura\.png\d+ bytes$/, /^informe\.pdf20 bytes$/]);
  await page.reload();
  await expect(files).toHaveText([/^captura\.png/, /^informe\.pdf/]);
  await detail.getByRole('button', { name: 'Quitar informe.pdf' }).click();
  await reply.fill('Mira la captura.');
  await page.reload();
  await expect(reply).toHaveValue('Mira la captura.');
  await expect(files).toHaveText([/^captura\.png/]);
  await detail.getByRole('button', { name: 'Enviar respuesta' }).click();
  const sent = detail.getByRole('list', { name: 'Conversación' });
  await expect(sent.getByRole('img', { name: 'captura.webp' })).toHaveJSProperty('naturalWidth', 60);
  await expect(sent.getByRole('link', { name: /informe/ })).toHaveCount(0);
  await expect(reply).toHaveValue('');
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(reply).toHaveCount(0);
});
