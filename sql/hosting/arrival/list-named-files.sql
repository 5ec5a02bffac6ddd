-- Lists the pictures of the way into homes among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from arrival_pictures p where p.path = file.name)
