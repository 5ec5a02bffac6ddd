-- The title of a home on the market, or of a guest's own draft, whether it can be booked without an inquiry, and whether the guest is its
-- owner, or helps with it.
-- optional
-- not null: is_host
select title, instant_book, cardinality(rights_of(:guest_id, id)) > 0 as is_host
from properties
where id = :property_id and (status = 'published' or (status = 'draft' and owner_id = :guest_id))
