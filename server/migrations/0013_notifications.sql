-- What people are told: on the screen, by mail, as each prefers.

create table notifications (
  id uuid primary key default uuid_v7(),
  -- What it is about belongs to this organization; null: to none.
  organization_id uuid references organizations (id) on delete cascade,
  profile_id uuid not null references profiles (id) on delete cascade,
  event text not null check (length(event) between 1 and 60),
  object_type text not null check (length(object_type) between 1 and 40),
  object_id uuid,
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object' and length(params::text) <= 2000),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_organization on notifications (organization_id, profile_id, id desc);
create index notifications_newest on notifications (profile_id, id desc);
create index notifications_unread on notifications (profile_id) where read_at is null;
create index notifications_age on notifications (created_at);

-- What a person has chosen; of the rest they are told as their organization's settings say.
create table notification_preferences (
  profile_id uuid not null references profiles (id) on delete cascade,
  event text not null check (length(event) between 1 and 60),
  screen boolean not null default true,
  mail boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (profile_id, event)
);

-- Browsers and systems that a person has signed in with: the first time with another one is told.
create table known_devices (
  profile_id uuid not null references profiles (id) on delete cascade,
  device text not null check (length(device) between 1 and 120),
  created_at timestamptz not null default now(),
  primary key (profile_id, device)
);

alter table notifications enable row level security;
alter table notifications force row level security;
create policy own on notifications to atalaya_tenant using (
  profile_id = (select current_profile_id())
  and (organization_id is null or organization_id = (select current_organization_id())));
create policy system on notifications to atalaya_system using (true) with check (true);
grant select, update (read_at) on notifications to atalaya_tenant;
grant select, insert, update, delete on notifications to atalaya_system;

alter table notification_preferences enable row level security;
alter table notification_preferences force row level security;
create policy own on notification_preferences to atalaya_tenant
  using (profile_id = (select current_profile_id())) with check (profile_id = (select current_profile_id()));
create policy system on notification_preferences to atalaya_system using (true) with check (true);
grant select, insert, update, delete on notification_preferences to atalaya_tenant, atalaya_system;

alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy system on known_devices to atalaya_system using (true) with check (true);
grant select, insert, delete on known_devices to atalaya_system;
