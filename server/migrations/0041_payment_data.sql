-- What a payment says of itself beside its reference (of a direct debit: of the mandate; of cash and others: a note), and
-- what is paid back of one: a payment of its own, negative, that names it and says why.
alter table payments
  -- The bank of a transfer, the brand of a card.
  add column institution text check (length(institution) between 1 and 60),
  -- Of the account or the card.
  add column last_four text check (last_four ~ '^[0-9A-Z]{4}$'),
  add column refunds_id uuid references payments (id),
  add column reason text check (length(reason) between 1 and 500),
  add check ((refunds_id is null) = (reason is null)),
  add check (refunds_id is null or amount_cents < 0);
create index payments_refunds on payments (refunds_id) where refunds_id is not null;
