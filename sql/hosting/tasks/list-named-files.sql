-- Lists the pictures of tasks among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from task_pictures f where f.path = file.name)
