-- Which of these files no row names.
-- not null: name
select file.name
from unnest(:names::text[]) as file (name)
where not exists (select from users u where u.avatar = '/storage/' || file.name)
  and not exists (select from property_photos p where p.path = '/storage/' || file.name)
  and not exists (select from messages m where m.attachment = file.name)
  and not exists (select from invoices i where i.key = substring(file.name from '^documents/([0-9a-f-]{36})\.pdf$')::uuid)
