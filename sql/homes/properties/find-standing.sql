-- Tells whether a home is on the market, and its owner.
-- optional
select status, owner_id from properties where id = :property_id and status <> 'archived'
