-- The owner and the title of a home on the market, or of a guest's own draft, and whether it can be booked without an inquiry.
-- optional
select owner_id, title, instant_book, cardinality(rights_of(:guest_id, id)) > 0 as is_helped from properties where id = :property_id and (status = 'published' or (status = 'draft' and owner_id = :guest_id))
