-- Counts the present and future stays of an account, as guest or as owner.
-- reads: properties: an account has obligations as owner too, until the day at the home is over
-- one
-- not null: total
select count(*) as total
from reservations r join properties p on p.id = r.property_id
where (r.guest_id = :user_id or p.owner_id = :user_id)
  and stay_is_open(r.status)
  and r.check_out >= (now() at time zone p.timezone)::date
  and coalesce(r.hold_expires_at > now(), true)
