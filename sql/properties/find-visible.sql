-- A home that a user may see: a published one; a draft for its owner, the staff and guests of confirmed stays.
-- optional
select p.id
from properties p
where p.id = :property_id and (p.status = 'published' or (p.status = 'draft' and (
  :is_staff::boolean or p.owner_id = :user_id or exists (
    select from reservations r
    where r.property_id = p.id and r.guest_id = :user_id and r.status in ('confirmed', 'checked_in', 'completed')))))
