-- Lists the pictures of accounts among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from users u where u.avatar = '/storage/' || file.name)
