-- Writes what a company has changed of a stay, and its history. A hold ends with the day of arrival. An open change request is about the stay
-- as it was, and expires unless this change accepts it. An arrival was released for its home and day.
-- reads: properties: a hold ends with the day of arrival at the home
-- one
-- nullable: :actor_id, :reason, :balance_due_on, hold_expires_at
with changed as (
  update reservations r
  set property_id = :property_id, check_in = :check_in, check_out = :check_out, adults = :adults, children = :children, infants = :infants,
    arrival_access = case when r.arrival_access = 'released' and (r.property_id, r.check_in) is distinct from (p.id, :check_in::date)
      then 'automatic' else r.arrival_access end,
    quote = :quote, total_cents = :total_cents, due_now_cents = :due_now_cents, balance_due_on = :balance_due_on,
    hold_expires_at = case when r.hold_expires_at is not null
      then least(r.hold_expires_at, (:check_in::date + 1)::timestamp at time zone p.timezone) end,
    updated_at = now()
  from properties p
  where r.id = :reservation_id and p.id = :property_id
  returning r.id, r.status, r.contact_id, r.hold_expires_at
), contact as (
  update contacts c set departs_on = :check_out from changed where c.id = changed.contact_id
), request as (
  update change_requests w set status = 'expired', closed_at = now() from changed where w.reservation_id = changed.id and w.status = 'open'
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, from_status, to_status, reason, change)
  select id, :actor, :actor_id, status, status, :reason, :change from changed
  returning id
)
select event.id as change_id, changed.hold_expires_at from event, changed
