import { pino } from 'pino';

/** For parts that want a log where nobody reads it. */
export const silentLog = pino({ level: 'silent' });
