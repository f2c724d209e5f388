import { type NamedFile, readFile } from '../platform/api/read-file.ts';

/** Leaves a file among the person's downloads. */
export function saveFile({ name, content }: NamedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Safari reads it a while after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * The same with one that the server offers.
 * @throws ApiError where it does not come whole
 */
export async function saveFrom(address: string): Promise<void> {
  saveFile(await readFile(address));
}
