import type { Generated } from 'kysely';
import type { TransferResource } from '@atalaya/contract/transfers';
import type {
  Instant,
  Json,
  Nullable,
  NullableInstant,
  NullableJson,
  StampedInstant,
} from './column-types.ts';

/** Exports and imports, and what takes changes back. */
export type TransferTables = {
  transfers: TransfersTable;
  undos: UndosTable;
  undo_items: UndoItemsTable;
  data_exports: DataExportsTable;
  import_rows: ImportRowsTable;
  import_disclosures: ImportDisclosuresTable;
};

type TransfersTable = {
  id: Generated<string>;
  organization_id: Nullable<string>;
  created_by: string;
  kind: 'export' | 'import' | 'change';
  resource: TransferResource;
  step: 'export' | 'read' | 'check' | 'apply' | 'change';
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'canceled'>;
  request: Json;
  file_name: string;
  processed: Generated<number>;
  total: Nullable<number>;
  valid: Generated<number>;
  invalid: Generated<number>;
  applied: Generated<number>;
  cursor: NullableJson;
  files: Generated<string[]>;
  problem: Nullable<string>;
  attempts: Generated<number>;
  refused: NullableJson;
  created_at: StampedInstant;
  updated_at: StampedInstant;
  expires_at: Instant;
  /** Of the file that is imported. */
  bytes: Generated<number>;
  api_key_id: Nullable<string>;
};

type UndosTable = {
  id: Generated<string>;
  organization_id: Nullable<string>;
  resource: TransferResource;
  action: string;
  request_id: Nullable<string>;
  items: Generated<number>;
  created_by: Nullable<string>;
  undone_at: NullableInstant;
  undone_by: Nullable<string>;
  undone_request_id: Nullable<string>;
  begun_by: Nullable<string>;
  begun_origin: NullableJson;
  api_key_id: Nullable<string>;
  created_at: StampedInstant;
  expires_at: StampedInstant;
};

type UndoItemsTable = {
  undo_id: string;
  object_id: string;
  organization_id: Nullable<string>;
  before: NullableJson;
  base: number;
  version: number;
  outcome: Nullable<string>;
  name: Nullable<string>;
};

/** Everything about one organization (0015_data_exports.sql); `run` counts the attempts. */
type DataExportsTable = {
  id: Generated<string>;
  organization_id: string;
  created_by: Nullable<string>;
  created_by_name: string;
  internal: boolean;
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'canceled'>;
  processed: Generated<number>;
  total: Nullable<number>;
  bytes: Nullable<number>;
  problem: Nullable<string>;
  run: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
  expires_at: Instant;
};

type ImportRowsTable = {
  import_id: string;
  number: number;
  organization_id: Nullable<string>;
  created_by: string;
  cells: Json;
  state: Generated<'read' | 'valid' | 'invalid' | 'created' | 'failed'>;
  code: Nullable<string>;
  field: Nullable<string>;
  params: NullableJson;
  key: Nullable<string>;
  seat: Nullable<string>;
};

type ImportDisclosuresTable = {
  organization_id: string;
  since: StampedInstant;
  told: Generated<number>;
};
