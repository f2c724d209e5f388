import { parentPort, workerData } from 'node:worker_threads';
import { openPkcs12 } from './pkcs12.ts';

/** Opens one file in a thread of its own: the file says itself how long its password is worked on. */

const { file, password } = workerData as { file: Uint8Array; password: string };
parentPort?.postMessage(openPkcs12(file, password));
