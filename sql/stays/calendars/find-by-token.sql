-- The home whose calendar a token opens, the language of its owner, and the time.
-- replica: yes
-- optional
-- not null: read_at
select p.title, u.locale, now()::text as read_at
from properties p
join users u on u.id = p.owner_id
where p.id = :property_id and p.calendar_token = :token and p.status <> 'archived'
