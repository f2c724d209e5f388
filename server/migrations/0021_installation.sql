-- What there is once per database: its name for itself, and what became of it when it was first used.

create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default uuid_v7(),
  -- It was empty when the sample data came: everybody in it is of a demonstration, whose passwords are published.
  is_demo boolean not null default false,
  -- The storage of its files holds a file with this id.
  files_marked boolean not null default false
);

insert into installation default values;
grant select, update on installation to atalaya_system;
