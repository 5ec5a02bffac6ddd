-- A page of holds and inquiries whose time is up, earliest first. `ended_at` has microseconds, because the next page
-- starts after it.
-- not null: ended_at
select id, property_id, check_in, check_out, hold_expires_at::text as ended_at
from reservations
where hold_expires_at < now() and (hold_expires_at, id) > (:ended_at::text::timestamptz, :id::bigint)
order by hold_expires_at, id
limit 200
