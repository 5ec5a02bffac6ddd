-- Extends the hold on the nights to the time in which they can be paid; no row when they are no longer held. A hold that lasts as long already, and
-- a stay that was confirmed without its payment, are not written.
-- optional
-- nullable: :reservation_id
with held as (
  select id, hold_expires_at from reservations where id = :reservation_id and (hold_expires_at is not null or stay_takes_place(status)) for update
), extended as (
  update reservations r set hold_expires_at = to_timestamp(:payable_until_seconds::bigint)
  from held
  where r.id = held.id and held.hold_expires_at < to_timestamp(:payable_until_seconds::bigint)
)
select id from held
