-- Stays that go on although money of theirs went back by a refund that was not known here before a time.
-- reads: payments: refunds by the provider itself are news here
-- reads: states: a stay that goes on although its money went back is a task for people
-- not null: reservation_id
select distinct p.reservation_id
from refunds f
join payments p on p.id = f.payment_id
join reservations r on r.id = p.reservation_id
where f.source = 'provider' and f.created_at >= :since and f.status <> 'failed' and stay_goes_on(r.status)
order by p.reservation_id
