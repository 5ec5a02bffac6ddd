-- The subscription by which a channel manager changes a stay. `is_fetched`: it is asked for revisions, and only about homes that are mapped.
-- reads: channel-manager: a stay is changed through the subscription of its home, while it is active
-- optional
select w.id
from channel_stays s
join channel_bookings b on b.id = s.channel_booking_id
join webhook_subscriptions w on w.property_id = s.property_id and w.provider = b.provider
where s.reservation_id = :reservation_id and w.is_active and (w.remote_property_id is not null or not :is_fetched::boolean)
limit 1
