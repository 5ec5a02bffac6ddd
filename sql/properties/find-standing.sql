-- Whose a home is, and whether it is on the market.
-- optional
select owner_id, status from properties where id = :property_id and status <> 'archived'
