-- Recipients of notifications about the reviews of a user, each with its key and its text.
-- reads: properties: a new review is news for the owner of the home
-- not null: key
select p.owner_id as user_id, 'comment:' || c.id as key, p.title as home, c.rating
from comments c join properties p on p.id = c.property_id
where c.author_id = :user_id
