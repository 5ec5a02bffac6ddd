-- The owner of a home, and whether it can be booked without an inquiry.
-- optional
select owner_id, instant_book from properties where id = :property_id and status = 'published'
