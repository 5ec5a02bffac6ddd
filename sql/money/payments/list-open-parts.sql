-- The parts of a price that are not paid yet, in the order in which a lower price takes from them: changes, the latest first, the balance
-- or what is to come of it, and the amount due at booking. The payments are locked before.
-- not null: payment_id, left_cents, kind, is_scheduled
-- nullable: rest_due_on
select p.id as payment_id, p.kind, part.left_cents, part.is_scheduled, p.rest_due_on
from payments p
cross join lateral (
  select p.amount_cents as left_cents, false as is_scheduled where payment_is_due(p.status)
  union all
  select p.rest_cents, true
  where p.kind = 'booking' and p.rest_cents > 0 and not p.has_successor and p.status <> 'cancelled'
    and not exists (select from payments b where b.reservation_id = p.reservation_id and b.kind = 'balance')) part
where p.reservation_id = :reservation_id and payment_is_of_price(p.kind)
order by case when p.kind = 'change' then 0 when p.kind = 'balance' or part.is_scheduled then 1 else 2 end, p.id desc
