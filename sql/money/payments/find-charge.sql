-- A charge without the guest, with the data for the provider. `is_old`: the provider may have forgotten its key.
-- optional
-- not null: is_old, is_refused
select c.key, c.customer_id, c.method_id, c.refused_at is not null as is_refused,
  c.created_at < now() - interval '20 hours' as is_old,
  p.key as payment_key, p.status, p.amount_cents, p.currency, p.reservation_id
from charges c join payments p on p.id = c.payment_id
where c.payment_id = :payment_id
