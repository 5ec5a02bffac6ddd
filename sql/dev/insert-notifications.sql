-- Notifications of the demo's guests and owners for the last thirty days, oldest first. Those older than a day are read.
with notice (to_status, type, occasion, is_for_guest, is_for_owner) as (
  values ('inquiry'::reservation_status, 'reservation_inquiry'::notification_type, 'inquiry', false, true),
    ('confirmed', 'reservation_confirmed', 'confirmed', true, true),
    ('declined', 'inquiry_declined', 'declined', true, false),
    ('cancelled', 'reservation_cancelled', 'cancelled', true, true),
    ('completed', 'stay_completed', 'completed', true, false)
), stay as (
  select r.id, r.guest_id, h.owner_id,
    jsonb_build_object('home', h.title, 'check_in', r.check_in, 'check_out', r.check_out) as facts
  from reservations r join properties h on h.id = r.property_id
), fact as (
  select e.at, n.type, s.facts, jsonb_build_object('reservation_id', s.id) as data, format('reservation:%s:%s', s.id, n.occasion) as key,
    case when n.is_for_guest then s.guest_id end as guest_id, case when n.is_for_owner then s.owner_id end as owner_id
  from reservation_events e join stay s on s.id = e.reservation_id join notice n on n.to_status = e.to_status
  union all
  select t.received_at, 'payment_received', s.facts || jsonb_build_object('amount_cents', t.amount_cents, 'currency', t.currency),
    jsonb_build_object('reservation_id', s.id, 'payment_id', p.id), format('payment:%s:paid', p.id), s.guest_id, s.owner_id
  from receipts t join payments p on p.id = t.payment_id join stay s on s.id = p.reservation_id
  union all
  select f.settled_at, 'refund_approved', s.facts || jsonb_build_object('amount_cents', f.amount_cents, 'currency', p.currency),
    jsonb_build_object('reservation_id', s.id, 'payment_id', p.id), format('refund:%s:refund_approved', f.id), s.guest_id, null
  from refunds f join payments p on p.id = f.payment_id join stay s on s.id = p.reservation_id
)
insert into notifications (user_id, type, content, data, dedupe_key, read_at, created_at)
select reader.id, fact.type, fact.facts, fact.data, fact.key, case when fact.at < now() - interval '1 day' then fact.at end, fact.at
from fact cross join lateral (values (fact.guest_id), (fact.owner_id)) as reader (id)
where reader.id is not null and fact.at >= current_date - 30
order by fact.at, fact.key
