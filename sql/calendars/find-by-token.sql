-- The home whose calendar a token opens, and the language of its owner.
-- stale: yes
-- optional
select p.title, u.locale
from properties p
join users u on u.id = p.owner_id
where p.id = :property_id and p.calendar_token = :token and p.status <> 'archived'
