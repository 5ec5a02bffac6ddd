-- Lists the documents among some files.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from invoices i where i.key = substring(file.name from '^documents/([0-9a-f-]{36})\.pdf$')::uuid)
