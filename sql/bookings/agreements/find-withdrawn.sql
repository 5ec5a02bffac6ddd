-- Finds the stay of a charge whose card was kept for it and is forgotten.
-- reads: payments: a charge has its card
-- optional
select k.reservation_id
from charges c
join payments p on p.id = c.payment_id
join kept_cards k on k.reservation_id = p.reservation_id
where c.payment_id = :payment_id and k.kept_at is not null and k.method_id is distinct from c.method_id
