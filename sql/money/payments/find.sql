-- A payment and its reservation. `is_over`: the time in which it can be paid has passed. `is_charged`: without its guest, who cannot pay it
-- meanwhile.
-- optional
-- not null: is_over, is_charged
select p.id, p.reservation_id, p.kind, p.currency, p.status, coalesce(p.payable_until <= now(), false) as is_over,
  exists (select from charges k where k.payment_id = p.id and k.refused_at is null) as is_charged
from payments p where p.id = :payment_id
