-- The title of a home on the market, or of a guest's own draft, whether it can be booked without an inquiry, and whether the guest is its
-- owner.
-- optional
-- not null: is_own
select title, instant_book, owner_id = :guest_id as is_own
from properties
where id = :property_id and (status = 'published' or (status = 'draft' and owner_id = :guest_id))
