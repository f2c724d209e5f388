import { open } from 'node:fs/promises';
import path from 'node:path';

/** Forces what a folder lists to the disk: without it a name is lost with the power, though the bytes are not. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same for a folder and those around it, up to the one that lists the newest, which was made with them. */
export async function syncFolders(folder: string, newest: string): Promise<void> {
  await syncFolder(folder);
  if (folder.startsWith(newest)) await syncFolders(path.dirname(folder), newest);
}

/** The same for a folder into which something was moved, and which may be new itself. */
export async function syncMoved(folder: string): Promise<void> {
  await syncFolder(folder);
  // A folder around it that may not be read was not made with it.
  await syncFolder(path.dirname(folder)).catch(() => undefined);
}
