import type { Generated } from 'kysely';
import type { Json, Nullable, NullableInstant, StampedInstant } from './column-types.ts';

/** What people are told, and how they want to be. */
export type NotificationTables = {
  notifications: NotificationsTable;
  notification_preferences: NotificationPreferencesTable;
  known_devices: KnownDevicesTable;
};

/** What people are told; rows are made by send_notifications() (server/sql/notifications.sql). */
type NotificationsTable = {
  id: Generated<string>;
  organization_id: Nullable<string>;
  profile_id: string;
  event: string;
  object_type: string;
  object_id: Nullable<string>;
  params: Json;
  created_at: StampedInstant;
  read_at: NullableInstant;
};

/** Without a row somebody is told of an event everywhere. */
type NotificationPreferencesTable = {
  profile_id: string;
  event: string;
  screen: Generated<boolean>;
  mail: Generated<boolean>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
};

type KnownDevicesTable = {
  profile_id: string;
  device: string;
  created_at: StampedInstant;
};
