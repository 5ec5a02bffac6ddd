-- The open inquiries of an account, as guest or as owner. `is_own`: it is the guest.
-- reads: properties: an account has inquiries as owner too
-- not null: is_own
select r.id, coalesce(r.guest_id = :user_id, false) as is_own
from reservations r join properties p on p.id = r.property_id
where r.status = 'inquiry' and (r.guest_id = :user_id or p.owner_id = :user_id)
order by r.id
