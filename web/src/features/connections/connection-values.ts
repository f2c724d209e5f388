import type { ConnectionRole } from '@atalaya/contract/connections';
import { NOBODY } from '../tickets/tickets.face.ts';
import type { Connection, NewConnection } from './connections.api.ts';

/** A connection as its form has it. */
export type ConnectionValues = {
  name: string;
  default_role: ConnectionRole;
  heir_id: string;
  groups: { group: string; role: ConnectionRole }[];
};

export const valuesOf = (connection: Connection | null): ConnectionValues => ({
  name: connection?.name ?? '',
  default_role: connection?.default_role ?? 'user',
  heir_id: connection?.heir?.id ?? NOBODY,
  groups: connection?.groups ?? [],
});

export const bodyOf = ({ heir_id, groups, ...values }: ConnectionValues): NewConnection => ({
  ...values,
  heir_id: heir_id === NOBODY ? null : heir_id,
  groups: groups.map(({ group, role }) => ({ group: group.trim(), role })),
});
