-- Stays with documents after one, by their numbers.
-- not null: id
select distinct reservation_id as id from invoices where reservation_id > :id order by id limit 500
