import type { Generated } from 'kysely';
import type { Json, Nullable, StampedInstant } from './column-types.ts';

/** What organizations and the system have chosen (0008_settings.sql). */
export type SettingsTables = { settings: SettingsTable };

/** Null: as the system's row (the one without organization) says, else the product's own default. */
type SettingsTable = {
  id: Generated<string>;
  organization_id: Nullable<string>;
  language: Nullable<'es' | 'en'>;
  time_zone: Nullable<string>;
  two_factor_required: Generated<boolean>;
  session_idle_hours: Nullable<number>;
  session_absolute_hours: Nullable<number>;
  allowed_domains: Generated<string[]>;
  sender_name: Nullable<string>;
  reply_to: Nullable<string>;
  /** Events by their names, each with its channels: {"ticket.assigned": {"screen": true, "mail": false}}. */
  notifications: Json;
  version: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
};
