-- Lists the documents of imported archives among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from history_entries e where e.file = file.name)
