import { pino } from 'pino';

/** For parts that need a log that is not read. */
export const silentLog = pino({ level: 'silent' });
