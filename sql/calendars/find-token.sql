-- The secret of a home's calendar address.
select calendar_token from properties where id = :property_id
