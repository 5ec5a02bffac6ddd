-- Has the hold on the nights last as long as they can be paid; no row when they are not held any more.
-- optional
-- nullable: :reservation_id
update reservations
set hold_expires_at = greatest(hold_expires_at, to_timestamp(:payable_until_seconds::bigint))
where id = :reservation_id and hold_expires_at is not null
returning id
