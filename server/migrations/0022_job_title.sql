-- 'Cargo' of a person: shown, filtered and found by.
alter table profiles add column job_title text check (length(job_title) <= 80);

-- What is searched for is computed by the row: the column is made anew with it.
alter table profiles drop column search;
alter table profiles add column search text
  generated always as (search_text(first_name || ' ' || last_name || ' ' || email || coalesce(' ' || job_title, ''))) stored;
create index profiles_search on profiles using gin (search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);
