import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FileDrop, type FileDropProps, rejectFiles } from './file-drop.tsx';
import { render } from './testing/render.tsx';

const texts = {
  label: 'Avatar',
  choose: 'Elegir imagen',
  instructions: 'o arrástrala o pégala aquí',
  busy: 'Subiendo',
  cancel: 'Cancelar',
};

const picture = (bytes: number, name = 'foto.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type });

function show(props: Partial<FileDropProps> = {}) {
  const onFiles = vi.fn();
  const onReject = vi.fn();
  render(
    <FileDrop
      texts={texts}
      accept={['image/*', '.csv']}
      maxBytes={100}
      onFiles={onFiles}
      onReject={onReject}
      {...props}
    />,
  );
  return { onFiles, onReject, zone: page.getByRole('group', { name: 'Avatar' }).element() };
}

function transfer(...files: File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

const dropped = (...files: File[]) =>
  new DragEvent('drop', { dataTransfer: transfer(...files), bubbles: true, cancelable: true });

test('a file is taken by choosing, dropping and pasting', async () => {
  const { onFiles, zone } = show();
  const file = picture(100);
  const input = zone.querySelector('input') as HTMLInputElement;
  const open = vi.spyOn(input, 'click').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Elegir imagen' }).click();
  expect(open).toHaveBeenCalledOnce();
  input.files = transfer(file).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  // The same file may be chosen again.
  expect(input.files).toHaveLength(0);
  expect(onFiles).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'foto.png' })]);

  const event = dropped(picture(1, 'PERSONAS.CSV', ''));
  zone.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(onFiles).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'PERSONAS.CSV' })]);

  const clipboardData = transfer(picture(1, 'pegada.png'));
  zone.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  expect(onFiles).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'pegada.png' })]);
});

test('a type that is named in full is taken, and no other', () => {
  const rules = { accept: ['text/csv'], maxBytes: 100, multiple: false };
  expect(rejectFiles([picture(1, 'a.csv', 'text/csv')], rules)).toBeNull();
  expect(rejectFiles([picture(1, 'a.txt', 'text/plain')], rules)).toBe('type');
});

test.each([
  ['type', [picture(1, 'nota.pdf', 'application/pdf')]],
  ['size', [picture(101)]],
  ['count', [picture(1), picture(1)]],
] as const)('refused for its %s', (reason, files) => {
  const { onFiles, onReject, zone } = show();
  zone.dispatchEvent(dropped(...files));
  expect(onReject).toHaveBeenCalledExactlyOnceWith(reason);
  expect(onFiles).not.toHaveBeenCalled();
});

test('while busy it shows the progress, takes nothing, and can be cancelled', async () => {
  const onCancel = vi.fn();
  const { onFiles, onReject, zone } = show({ busy: true, progress: 0.4, onCancel });
  await expect
    .element(page.getByRole('progressbar', { name: 'Subiendo' }))
    .toHaveAttribute('aria-valuenow', '40');
  zone.dispatchEvent(dropped(picture(1)));
  expect([onFiles.mock.calls, onReject.mock.calls]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});
