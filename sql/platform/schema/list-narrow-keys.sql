-- Lists the tables whose keys have 32 bits still.
-- many
-- not null: table
select name::text as "table" from narrow_keys() order by 1
