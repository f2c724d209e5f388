-- The responsible declarations of this installation (Orden HAC/1177/2024, article 15) as they were signed, for good.
-- compatible
-- allow code: it closes a table that this migration makes
-- allow rights: of a table that this migration makes
create table declarations (
  id uuid primary key default uuid_v7(),
  version text not null check (length(version) between 1 and 50),
  -- All of its points, as they were signed.
  points jsonb not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 120),
  signed_by uuid not null,
  signed_at timestamptz not null default now()
);
grant select, insert on declarations to atalaya_system;
