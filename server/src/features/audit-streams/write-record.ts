import type { AuditStream } from '@atalaya/contract/audit-streams';
import { toOcsf } from './ocsf.ts';
import type { StreamRecord, Written } from './record.ts';

/** What is sent of a record, in the shape that its stream has. `id`: the same each time. */
export function write(id: string, record: StreamRecord, shape: AuditStream['shape']): Written {
  const textOf = (some: StreamRecord) => JSON.stringify(shape === 'ocsf' ? toOcsf(some) : some);
  return {
    id: id,
    at: new Date(record.at),
    order: record.kind === 'entry' ? record.order : 0,
    text: textOf(record),
    shortened: () =>
      textOf(record.kind === 'entry' ? { ...record, before: null, after: null, complete: false } : record),
  };
}
