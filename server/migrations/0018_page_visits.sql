-- Screens shown to signed-in people, counted per organization and day of its zone; null: the people of the system.

create table page_visits (
  id uuid primary key default uuid_v7(),
  organization_id uuid references organizations (id) on delete cascade,
  day date not null,
  visits bigint not null default 0 check (visits >= 0)
);
create unique index page_visits_day on page_visits
  (day, coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid));
create index page_visits_organization on page_visits (organization_id, day);

select enable_tenant_rls('page_visits');
revoke delete on page_visits from atalaya_tenant;
