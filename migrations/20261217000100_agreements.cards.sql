-- migrate:up
-- Consents of guests without an account to keep the card of a stay, and the card itself once it has paid (docs/design/payments.md, "The card of a guest without an account").
create table kept_cards (
  reservation_id bigint primary key references reservations,
  version text not null,
  text text not null,
  locale locale not null,
  consented_at timestamptz not null default now(),
  -- The balance that the text names, and its day.
  balance_cents bigint check (balance_cents > 0),
  balance_on date,
  -- The most that damage is charged, of all bills together.
  damage_cents bigint not null check (damage_cents >= 0),
  customer_id text,
  method_id text,
  kept_at timestamptz,
  withdrawn_at timestamptz,
  forgotten_at timestamptz,
  constraint kept_cards_both_ids check ((customer_id is null) = (method_id is null)),
  constraint kept_cards_balance_has_day check ((balance_cents is null) = (balance_on is null)),
  constraint kept_cards_none_after check (method_id is null or (withdrawn_at is null and forgotten_at is null and kept_at is not null))
);
create index kept_cards_known on kept_cards (reservation_id) where method_id is not null;

-- migrate:down
drop table kept_cards;
