-- Counts the homes that an owner has on the market or as drafts.
-- one
-- not null: count
select count(*) as count from properties where owner_id = :user_id and status <> 'archived'
