/**
 * What the embedded PostgreSQL is started with. It is sized for a small machine: one server process beside it, a few
 * dozen connections, a database of up to some gigabytes.
 */
export const POSTGRES_SETTINGS: Record<string, string> = {
  // What was acknowledged survives a loss of power.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // Memory: shared once, and per sort or hash of a statement.
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  huge_pages: 'off',
  max_connections: '60',

  // Statements run in one process each: their memory is predictable, and a container's 64 MB of /dev/shm are enough.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_worker_processes: '2',
  io_method: 'sync',
  jit: 'off',

  // The log of changes: nothing replicates from this server, and its files stay below half a gigabyte.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '64MB',
  max_wal_size: '384MB',

  // A solid state disk, as servers have.
  random_page_cost: '1.1',

  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements are answered to who sent them; this log is for what concerns the whole server.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
};
