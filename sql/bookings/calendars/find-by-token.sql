-- The home whose calendar a token opens, the language of its owner, and the time. `is_gone`: the feed of the address was deleted a week ago.
-- reads: properties: the secret address of a calendar is kept with its home
-- reads: auth: the calendar is written in the language of the owner
-- replica: yes
-- optional
-- nullable: :except_feed
-- not null: read_at, is_gone
select p.title, u.locale, now()::text as read_at,
  exists (
    select from deleted_feeds d
    where d.feed_id = :except_feed::bigint and d.property_id = p.id and d.deleted_at < now() - interval '7 days') as is_gone
from properties p
join users u on u.id = p.owner_id
where p.id = :property_id and p.calendar_token = :token and p.status <> 'archived'
