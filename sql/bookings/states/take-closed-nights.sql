-- Takes the nights of closures, a list of {id, start_date, end_date} with both days inclusive; PostgreSQL refuses it (23P01) when
-- one of them is a stay's.
insert into occupancy (property_id, kind, stay, closure_id)
select :property_id, 'closure', daterange(c.start_date, c.end_date, '[]'), c.id
from jsonb_to_recordset(:closures) c (id bigint, start_date date, end_date date)
