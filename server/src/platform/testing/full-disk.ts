import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded by NODE_OPTIONS before a process that a test starts: while the file FULL_DISK is there, no file of the process
 * and its threads can grow any more, as on a disk without room. What is written over what is there goes through.
 */
const flag = process.env['FULL_DISK'] ?? '';

function refuseGrowth(end: number, size: number): void {
  if (end <= size || !fs.existsSync(flag)) return;
  const error = new Error('ENOSPC: no space left on device, write');
  throw Object.assign(error, { code: 'ENOSPC', errno: -28, syscall: 'write' });
}

const { writeSync } = fs;
const { writeFile, copyFile } = fs.promises;
Object.assign(fs, {
  writeSync(fd: number, bytes: Uint8Array, offset?: number, length?: number, position?: number | null) {
    const file = fs.fstatSync(fd);
    if (file.isFile()) refuseGrowth((position ?? file.size) + (length ?? bytes.byteLength), file.size);
    return writeSync(fd, bytes, offset, length, position);
  },
});
Object.assign(fs.promises, {
  async writeFile(...parts: Parameters<typeof writeFile>) {
    refuseGrowth(1, 0);
    return writeFile(...parts);
  },
  async copyFile(...parts: Parameters<typeof copyFile>) {
    refuseGrowth(1, 0);
    return copyFile(...parts);
  },
});
syncBuiltinESMExports();
