-- API keys of people: only the hash is kept, and how a key begins. A key follows its person, whatever organization
-- they are in, so its row names none.
create table api_keys (
  id uuid primary key default uuid_v7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  prefix text not null check (length(prefix) = 12),
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (expires_at <= created_at + interval '8760 hours')
);
create index api_keys_profile on api_keys (profile_id, created_at desc);

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy system on api_keys to atalaya_system using (true) with check (true);
create policy own_keys on api_keys to atalaya_tenant
  using (profile_id = (select current_profile_id())) with check (profile_id = (select current_profile_id()));
grant select, insert, update, delete on api_keys to atalaya_system;
grant select (id, profile_id, name, prefix, scopes, expires_at, last_used_at, revoked_at, created_at),
  insert, update (revoked_at) on api_keys to atalaya_tenant;

-- Whoever is deactivated or goes into the bin loses their keys in the same transaction, by whatever path it happens;
-- coming back does not bring them back.
create function revoke_keys_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update api_keys set revoked_at = now() where profile_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger profiles_lose_keys after update of is_active, deleted_at on profiles for each row
  when ((old.is_active and not new.is_active) or (old.deleted_at is null and new.deleted_at is not null))
  execute function revoke_keys_of_person();

-- Which key a change was made with. It is sealed with the row; rows without one keep the hashes they have.
alter table audit_log add column api_key_id uuid;
create or replace function audit_content(head audit_heads, entry audit_log) returns bytea language sql immutable as $$
  select convert_to((jsonb_build_array(head.chain, head.lane, head.position, entry.id, entry.organization_id,
    entry.actor_profile_id, entry.actor_email, entry.action, entry.object_type, entry.object_id, entry.before,
    entry.after, entry.ip_address, entry.user_agent, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)
    || case when entry.api_key_id is null then '[]'::jsonb else jsonb_build_array(entry.api_key_id) end)::text, 'UTF8')
$$;
