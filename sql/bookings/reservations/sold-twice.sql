-- Stays with nights that a channel has sold although they were taken.
-- reads: states: nights say that they are overbooked
-- part of: filters
and r.id in (select o.reservation_id from occupancy o where o.overbooked)
and r.check_out > (now() at time zone p.timezone)::date
