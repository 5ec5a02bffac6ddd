-- Holds and inquiries whose time is up, oldest first.
select id, property_id from reservations where hold_expires_at < now() order by hold_expires_at limit 200
