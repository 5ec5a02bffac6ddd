-- Stays that the company held by hand and that expired in the last three days.
-- reads: states: a stay's history says when it expired
-- part of: filters
and r.contact_id is not null and r.source = 'direct' and r.status = 'expired'
and r.id = any (array(
  select e.reservation_id from reservation_events e where e.to_status = 'expired' and e.at > now() - interval '3 days'))
