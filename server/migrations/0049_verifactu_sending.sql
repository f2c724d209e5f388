-- Records of VERI*FACTU are sent to the tax agency, and what it says of each is kept.
-- compatible
-- allow code: it closes a table that this migration makes
-- allow rights: of tables that this migration makes

-- How far sending has come; who sends holds `turn` until `busy_until`, and no longer than that where it dies.
create table verifactu_sending (
  only_one boolean primary key default true check (only_one),
  -- Every record up to this one has its answer.
  answered_through integer not null default 0 check (answered_through >= 0),
  turn uuid,
  busy_until timestamptz,
  -- What the agency last asked to wait between messages.
  wait_seconds integer not null default 60 check (wait_seconds >= 0),
  last_sent_at timestamptz,
  next_at timestamptz not null default now(),
  -- Messages that were not answered, one after another.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  problem text check (problem in ('certificate_missing', 'certificate_unusable', 'certificate_expired',
    'unreachable', 'unanswered', 'unavailable', 'refused', 'clock')),
  problem_code text,
  problem_words text,
  told_at timestamptz
);
grant select, insert, update on verifactu_sending to atalaya_system;

-- A record that was sent; without a row here it waits.
create table verifactu_deliveries (
  number integer primary key references verifactu_records (number),
  organization_id uuid not null references organizations (id),
  state text not null check (state in ('sent', 'accepted', 'accepted_with_errors', 'rejected')),
  -- The agency's code of what is wrong, and its words.
  code text,
  words text,
  -- The agency's receipt for the message.
  csv text,
  turn uuid not null,
  sent_at timestamptz not null default now(),
  answered_at timestamptz,
  check ((state = 'sent') = (answered_at is null))
);
create index verifactu_deliveries_state on verifactu_deliveries (state, number) where state <> 'accepted';
select enable_tenant_rls('verifactu_deliveries');
-- Its own people see what became of their invoices; only the system sends.
revoke insert, update, delete on verifactu_deliveries from atalaya_tenant;
