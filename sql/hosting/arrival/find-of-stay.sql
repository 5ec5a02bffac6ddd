-- Arrival at the home of a stay: when it is shown, what stands against that, and what is shown. `is_overdue`: a balance after its day or after a
-- failed charge, an amount of a change after its day or that on which it was asked for, an amount at booking after its day or that of arrival, but not what a channel's guest
-- pays at the home.
-- reads: states: arrival is shown by the days and the state of the stay, and with its code
-- reads: properties: check-in and check-out have the hours and the time zone of the home
-- reads: payments: nothing is shown while an amount is overdue
-- optional
-- not null: opens_at, closes_at, has_opened, has_closed, is_overdue, code_state, fits_arrival, asks_identity
-- nullable: guest_seen, wifi, texts, sealed, valid_from, valid_to
select r.status, r.arrival_access, r.property_id, hours.opens_at, hours.closes_at,
  now() >= hours.opens_at as has_opened, now() >= hours.closes_at as has_closed,
  exists (
    select from payments m
    where m.reservation_id = r.id and payment_is_due(m.status) and case m.kind
      when 'balance' then m.status = 'failed' or m.due_on < home.today
      when 'change' then coalesce(m.due_on, (m.created_at at time zone p.timezone)::date) < home.today
      when 'booking' then r.source <> 'channel' and coalesce(m.due_on, r.check_in) < home.today
      else false end) as is_overdue,
  coalesce(case when a.property_id is not null then a.identity_asked_from when p.country_id = 'IT' then p.created_at end < hours.opens_at, false) as asks_identity,
  r.guest_seen, a.wifi, a.texts, access_code_state(r) as code_state, c.sealed, c.valid_from, c.valid_to,
  coalesce(c.property_id = r.property_id and c.check_in = r.check_in, false) as fits_arrival
from reservations r
join properties p on p.id = r.property_id
left join arrivals a on a.property_id = p.id
left join access_codes c on c.reservation_id = r.id
cross join lateral (select (now() at time zone p.timezone)::date as today) home
cross join lateral (
  select (r.check_in + p.check_in_time) at time zone p.timezone - make_interval(hours => coalesce(a.reveal_hours, 48)) as opens_at,
    (r.check_out + p.check_out_time) at time zone p.timezone as closes_at) hours
where r.id = :reservation_id
