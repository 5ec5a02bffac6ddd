-- Counts the favourites of a user.
-- one
-- not null: count
select count(*) as count from favorites where user_id = :user_id
