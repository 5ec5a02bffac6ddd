-- Charges that have waited for the provider's answer for longer than their job is tried.
select c.payment_id
from charges c join payments p on p.id = c.payment_id
where c.refused_at is null and payment_is_idle(p.status) and c.created_at < now() - interval '1 hour'
order by c.payment_id
