-- What the issuer identifies with at the tax agency, and signs with.
-- compatible
-- allow rights: of a table that this migration makes

create table verifactu_certificate (
  only_one boolean primary key default true check (only_one),
  -- A person's, who may act for the issuer, or the issuer's seal: they are sent to different hosts.
  kind text not null check (kind in ('person', 'seal')),
  -- The private key and the chain of certificates.
  sealed bytea not null,
  subject text not null,
  issuer text not null,
  serial text not null,
  fingerprint text not null,
  -- The NIF that it names.
  tax_id text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The fewest days before its end of which super_admins have been told.
  told_days integer,
  saved_at timestamptz not null default now()
);
grant select, insert, update, delete on verifactu_certificate to atalaya_system;
