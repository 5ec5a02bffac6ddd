-- How many favourites a user has.
-- one
-- not null: count
select count(*) as count from favorites where user_id = :user_id
