-- Whose home it is, and whether it can be booked without asking first.
-- optional
select owner_id, instant_book from properties where id = :property_id and status = 'published'
