-- What all tables rest on: extensions, the two roles behind the doors, ids, the text of searches, isolation.
--
-- A function that columns, indexes or policies rest on is made in the migration of its noun, since changing it means
-- building those anew. All other functions, triggers and views are in server/sql.

create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- Roles belong to the whole cluster: another database of it may be creating them at this moment, and an
-- advisory lock does not reach across databases. The second waits for the first, then goes on.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['atalaya_tenant', 'atalaya_system'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    for attempt in 1..20 loop
      -- USAGE, not MEMBER: from PostgreSQL 16 on, who creates a role belongs to it without inheriting from it.
      exit when pg_has_role(current_user, role_name, 'USAGE');
      begin
        execute format('grant %I to current_user', role_name);
      -- internal_error: "tuple concurrently updated", by the grant of another database.
      exception when unique_violation or internal_error then null;
      end;
    end loop;
  end loop;
end $$;

grant usage on schema public to atalaya_tenant, atalaya_system;
alter default privileges in schema public grant usage, select on sequences to atalaya_tenant, atalaya_system;

-- UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 of their fraction, the rest random; made by the database's clock.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send(t.micros / 1000) from 3) from 1 for 6)
      placing int2send((28672 + (t.micros % 1000) * 4096 / 1000)::int2) from 7 for 2),
    'hex')::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) t
$$;

-- How text is compared in searches: without case and accents. The dictionary is named, so the result depends on
-- nothing else, and generated columns and indexes may use it.
create function search_text(value text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;

-- After a transaction-local setting ends its value is '', not null.
create function current_organization_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.organization_id', true), '')::uuid
$$;

create function current_profile_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.profile_id', true), '')::uuid
$$;

-- A restrictive policy binds every role that belongs to the one that it names. The owner of the tables does: backups are
-- made, and entries sealed, by it, and it must see every row. What narrows the view of tenants says so itself.
create function is_tenant() returns boolean language sql stable parallel safe as $$
  select current_user = 'atalaya_tenant'
$$;

-- Ends the definition of every table that holds rows of organizations. Forced, so that not even the owner of the
-- table reads past it; a transaction without an organization sees no row.
create function enable_tenant_rls(table_name text, organization_column text default 'organization_id')
returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy tenant on %I to atalaya_tenant using (%I = (select current_organization_id()))
       with check (%I = (select current_organization_id()))',
    table_name, organization_column, organization_column);
  execute format('create policy system on %I to atalaya_system using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to atalaya_tenant, atalaya_system', table_name);
end $$;
