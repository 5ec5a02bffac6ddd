-- migrate:up
-- Money at the payment provider whose payment was lost with the database, until a person has settled it.
create table unclaimed_payments (
  payment_intent_id text primary key,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- The number of the lost reservation, as the provider has it.
  lost_reservation_id integer,
  -- The key of its refund, so that it goes back once.
  refund_key uuid not null unique default gen_random_uuid(),
  found_at timestamptz not null default now(),
  settled_at timestamptz,
  -- The reservation that it pays for now; none where it went back.
  reservation_id integer references reservations,
  constraint unclaimed_payments_claim_is_settled check (reservation_id is null or settled_at is not null)
);
create index unclaimed_payments_open on unclaimed_payments (found_at) where settled_at is null;

-- migrate:down
drop table unclaimed_payments;
