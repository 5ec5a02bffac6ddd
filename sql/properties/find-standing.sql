-- Whether a home is on the market.
-- optional
select status from properties where id = :property_id and status <> 'archived'
