-- Lists the logos of companies among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from companies c where c.logo = '/storage/' || file.name)
