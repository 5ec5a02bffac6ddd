-- Tells whether the database answers.
-- not null: ok
select true as ok
