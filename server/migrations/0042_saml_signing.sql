-- Of what is sent to SAML providers, requests of those that want it and all answers are signed.
-- compatible
-- allow drop: of a constraint that forbids what is new; what was there before passes the one that comes instead
-- allow constraint: there are a handful of keys, and each passes
-- allow not-null: within a check

-- Whether the metadata of a provider say that it takes signed requests alone.
alter table saml_settings add column wants_signed boolean not null default false;

-- Beside the Ed25519 keys of documents RSA keys with a certificate, for what knows a signer by that. Those are sealed for
-- another purpose: a server of the version before opens none of them.
alter table signing_keys add column certificate bytea;
alter table signing_keys drop constraint signing_keys_public_key_check;
alter table signing_keys add constraint signing_keys_public_key_check
  check (length(public_key) = 44 or (certificate is not null and length(public_key) <= 1000));
