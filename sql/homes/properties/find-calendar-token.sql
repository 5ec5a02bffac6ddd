-- The secret of a home's calendar address.
-- optional
select calendar_token from properties where id = :property_id
