-- A charge without the guest, with the data for the provider. `is_old`: the provider may have forgotten its key. `is_withdrawn`: its card was kept for the stay, and is not any more.
-- reads: agreements: a card is charged while its guest lets it be kept
-- optional
-- not null: is_old, is_refused, is_withdrawn
select c.key, c.customer_id, c.method_id, c.refused_at is not null as is_refused,
  c.created_at < now() - interval '20 hours' as is_old,
  exists (
    select from kept_cards k
    where k.reservation_id = p.reservation_id and k.kept_at is not null and k.method_id is distinct from c.method_id) as is_withdrawn,
  p.key as payment_key, p.status, p.amount_cents, p.currency, p.reservation_id
from charges c join payments p on p.id = c.payment_id
where c.payment_id = :payment_id
