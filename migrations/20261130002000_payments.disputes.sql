-- migrate:up
-- Disputes of payments, as they were read at the provider. A charge can have several.
create table disputes (
  dispute_id text primary key,
  payment_intent_id text not null references receipts (payment_intent_id),
  -- The provider's words.
  status text not null,
  reason text not null,
  -- The disputed amount, in a currency that need not be that of the payment.
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  -- True if the provider accepts refunds of the payment meanwhile.
  is_refundable boolean not null,
  opened_at timestamptz not null,
  read_at timestamptz not null
);
create index disputes_receipt on disputes (payment_intent_id);

-- migrate:down
drop table disputes;
