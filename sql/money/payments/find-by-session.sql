-- The payment of a checkout session; any of its attempts.
-- optional
select p.id, p.status, p.reservation_id, p.amount_cents, p.currency
from checkout_sessions s join payments p on p.id = s.payment_id
where s.session_id = :session_id
