-- What a payment says of itself beside its reference (of a direct debit: of the mandate; of cash and others: a note), and
-- what is paid back of one: a payment of its own, negative, that names it and says why. No payment
-- before has any of it.
-- compatible
alter table payments
  -- The bank of a transfer, the brand of a card.
  add column institution text,
  -- Of the account or the card.
  add column last_four text,
  add column refunds_id uuid,
  add column reason text,
  add constraint payments_institution check (length(institution) between 1 and 60) not valid,
  add constraint payments_last_four check (last_four ~ '^[0-9A-Z]{4}$') not valid,
  add constraint payments_reason check (length(reason) between 1 and 500) not valid,
  add constraint payments_refunds foreign key (refunds_id) references payments (id) not valid,
  add constraint payments_refund check
    ((refunds_id is null) = (reason is null) and (refunds_id is null or amount_cents < 0)) not valid;
