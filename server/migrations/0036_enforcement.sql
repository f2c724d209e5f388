-- Single sign-on that an organization asks of its people, and who gets in without it.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of a table that this migration makes

create table sign_on_enforcement (
  organization_id uuid primary key references organizations (id) on delete cascade,
  is_on boolean not null default false,
  -- Since when it is as it is, and who has made it so; null: it went off by itself.
  changed_at timestamptz not null default now(),
  changed_by uuid references profiles (id) on delete set null,
  version integer not null default 1
);
create index sign_on_enforcement_changed_by on sign_on_enforcement (changed_by) where changed_by is not null;
select enable_tenant_rls('sign_on_enforcement');

-- Who still gets in by a passkey while it is asked for.
create table break_glass_people (
  profile_id uuid primary key references profiles (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index break_glass_people_organization on break_glass_people (organization_id);
select enable_tenant_rls('break_glass_people');

-- The way in by which a session was opened; one that an older server has opened has none.
create table session_ways (
  session_id uuid primary key references auth."session" (id) on delete cascade,
  way text not null check (way in
    ('password', 'provider', 'passkey', 'second_factor', 'registration', 'invitation', 'development', 'sso'))
);
alter table session_ways enable row level security;
alter table session_ways force row level security;
create policy system on session_ways to atalaya_system using (true) with check (true);
grant select, insert, update, delete on session_ways to atalaya_system;
