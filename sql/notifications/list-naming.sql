-- What others were told that names a user: their messages and their reviews, which the keys of the notifications say.
-- nullable: home, rating
with named as (
  select m.receiver_id as user_id, 'message:' || m.id as key, null::text as home, null::integer as rating
  from conversation_sides s
  join messages m on m.conversation_id = s.conversation_id and m.sender_id = s.user_id
  where s.user_id = :user_id
  union all
  select p.owner_id, 'comment:' || c.id, p.title, c.rating::integer
  from comments c join properties p on p.id = c.property_id
  where c.author_id = :user_id
)
select n.id, n.message, u.locale, named.home, named.rating
from named
join notifications n on n.user_id = named.user_id and n.dedupe_key = named.key
join users u on u.id = n.user_id
