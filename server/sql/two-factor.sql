-- Whether an account has a second factor, kept beside it: signing in reads it. The account is locked before its factors
-- are looked at, so that of two changes at once the later one sees both. With the last factor goes all that is beside it:
-- recovery codes, trusted devices, challenges.

create or replace function auth.note_factors() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  has_factor boolean;
begin
  perform 1 from auth."user" where "id" = account for no key update;
  has_factor := exists (select 1 from auth.two_factor where user_id = account and confirmed_at is not null)
    or exists (select 1 from auth.passkey where user_id = account);
  update auth."user" set "twoFactorEnabled" = has_factor
  where "id" = account and "twoFactorEnabled" is distinct from has_factor;
  if not has_factor then
    delete from auth.recovery_code where user_id = account;
    delete from auth.trusted_device where user_id = account;
    delete from auth.sign_in_challenge where user_id = account;
  end if;
  return null;
end $$;
revoke execute on function auth.note_factors from public;
create or replace trigger two_factor_noted after insert or update of confirmed_at or delete on auth.two_factor
  for each row execute function auth.note_factors();
create or replace trigger passkey_noted after insert or delete on auth.passkey
  for each row execute function auth.note_factors();
