-- An organization that comes to a plan, by any statement, gets its newest version. The plan's row is locked until then, so
-- that it is neither archived nor gets another version at the same time.

create or replace function enter_plan() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  entered plans%rowtype;
begin
  if tg_op = 'UPDATE' and new.plan_type = old.plan_type then
    return new;
  end if;
  select * into entered from plans where key = new.plan_type for share;
  if entered.id is null or entered.archived_at is not null then
    raise exception 'the plan % is not on offer', new.plan_type using errcode = 'foreign_key_violation';
  end if;
  select id into new.plan_version_id from plan_versions
    where plan_id = entered.id order by number desc limit 1;
  return new;
end $$;
create or replace trigger organizations_enter_plan before insert or update of plan_type on organizations
  for each row execute function enter_plan();
