-- How often something was tried in the current window. Keys are hashed. No tenant's data: no row level security.

create table rate_limits (
  key text primary key check (length(key) <= 200),
  taken integer not null,
  resets_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index rate_limits_resets on rate_limits (resets_at);
