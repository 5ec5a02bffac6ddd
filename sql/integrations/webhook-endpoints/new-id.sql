-- The id of a new endpoint, to which its secret is bound before there is a row.
-- one
-- not null: id
select uuid_v7() as id
