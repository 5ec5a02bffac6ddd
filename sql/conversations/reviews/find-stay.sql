-- The stay of a guest at a home that a review would be about: the latest that can be reviewed, else the latest of all.
-- reads: states: only a guest who has stayed may review
-- reads: properties: the thirty days for a review end by the day at the home
-- optional
-- nullable: :reservation_id
-- not null: is_completed, is_recent, is_reviewed
select stay.id, stay.is_completed, stay.is_recent, stay.is_reviewed
from (
  select r.id, r.check_out, r.status = 'completed' as is_completed,
    r.check_out >= (now() at time zone p.timezone)::date - 30 as is_recent,
    exists (select from comments c where c.reservation_id = r.id) as is_reviewed
  from reservations r
  join properties p on p.id = r.property_id
  where r.property_id = :property_id and r.guest_id = :user_id
    and (:reservation_id::bigint is null or r.id = :reservation_id)
) stay
order by (stay.is_completed and stay.is_recent and not stay.is_reviewed) desc, stay.check_out desc, stay.id desc
limit 1
