-- Has the hold on the nights last five minutes longer than a checkout; no row when they are not held any more.
-- optional
update reservations
set hold_expires_at = greatest(hold_expires_at, to_timestamp(:expires_at_seconds::bigint) + interval '5 minutes')
where id = :reservation_id and hold_expires_at is not null
returning id
