-- Lists the attachments of messages among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from messages m where m.attachment = file.name)
