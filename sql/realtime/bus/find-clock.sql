-- The time of the database.
-- one
-- not null: at
select now() as at
