-- Records money that a company has received elsewhere, which pays a payment of the same amount.
-- nullable: :note, :is_documented
insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, method, received_on, note, created_by, is_documented)
select 'elsewhere_' || gen_random_uuid(), id, 'applied', amount_cents, currency, :method, :received_on::date, :note, :created_by,
  coalesce(:is_documented::boolean, true)
from payments where id = :payment_id
