-- Statements of bank accounts (camt.053), and what their entries were confirmed as.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of tables that this migration makes

create table bank_statements (
  id uuid primary key default uuid_v7(),
  account text not null check (length(account) between 1 and 34),
  reference text not null check (length(reference) between 1 and 35),
  closed_on date not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (account, reference, closed_on)
);
create index bank_statements_newest on bank_statements (closed_on desc, id desc);

create table bank_entries (
  id uuid primary key default uuid_v7(),
  statement_id uuid not null references bank_statements (id),
  place integer not null,
  -- The same wherever the bank tells of this movement again.
  key text not null unique,
  booked_on date not null,
  amount_cents bigint not null,
  party_name text,
  party_iban text,
  end_to_end_id text,
  "references" text[] not null default '{}',
  text text not null,
  return_code text,
  status text not null default 'open' check (status in ('open', 'settled')),
  settled_as text,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'settled') = (settled_as is not null and settled_at is not null))
);
create index bank_entries_statement on bank_entries (statement_id, place);

grant select, insert, update on bank_statements, bank_entries to atalaya_system;
