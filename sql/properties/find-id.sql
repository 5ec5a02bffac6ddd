-- Whether a home exists and is not archived.
-- optional
select id from properties where id = :property_id and status <> 'archived'
