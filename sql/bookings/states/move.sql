-- Moves a reservation if its state is one of `sources`, and records the transition; no row otherwise. `is_known_to_owner`:
-- the owner was notified of the stay before. Holds that never were inquiries are unknown to them. An open change request expires. Check-in
-- keeps one that leaves the day of arrival.
-- reads: properties: the owner of the home is notified of the move
-- optional
-- not null: is_known_to_owner
-- nullable: :actor_id, :reason, :hold_minutes, :by_company_link
with before as (
  select id, status from reservations where id = :reservation_id and status = any (:sources::reservation_status[]) for update
), moved as (
  update reservations r
  set status = :to_status::reservation_status,
      hold_expires_at = case when :to_status::reservation_status = 'pending' then now() + make_interval(mins => :hold_minutes::integer) end,
      cancelled_by = case when :to_status::reservation_status = 'cancelled' then :actor::actor end,
      cancelled_at = case when :to_status::reservation_status = 'cancelled' then now() end,
      updated_at = now()
  from before
  where r.id = before.id
  returning r.id, r.property_id, r.guest_id, r.check_in, r.check_out, before.status as from_status
), request as (
  update change_requests w set status = 'expired', closed_at = now()
  from moved
  where w.reservation_id = moved.id and w.status = 'open'
    and (:to_status::reservation_status <> 'checked_in' or (w.change -> 'after' ->> 'check_in')::date <> moved.check_in)
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, from_status, to_status, reason, by_company_link)
  select id, :actor, :actor_id, from_status, :to_status, :reason, coalesce(:by_company_link::boolean, false) from moved
)
select moved.id, moved.from_status, moved.property_id, moved.guest_id, moved.check_in, moved.check_out, p.owner_id, p.title as home,
  moved.from_status <> 'pending' or exists (
    select from reservation_events e where e.reservation_id = moved.id and e.from_status = 'inquiry') as is_known_to_owner
from moved join properties p on p.id = moved.property_id
