import type { Session } from '@atalaya/contract/session';
import type { QueryClient } from '@tanstack/react-query';

type Visit = {
  client: QueryClient;
  /** What the address says, as text. */
  search: Record<string, unknown>;
  session: Session;
};

/** Begins to read what a page shows first, while the page itself is still being drawn. */
export type ReadAhead = (visit: Visit) => Promise<unknown> | undefined;
