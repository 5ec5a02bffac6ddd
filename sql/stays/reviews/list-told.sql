-- Who was told of the reviews of a user, under which key, and what they say.
-- not null: key
select p.owner_id as user_id, 'comment:' || c.id as key, p.title as home, c.rating
from comments c join properties p on p.id = c.property_id
where c.author_id = :user_id
