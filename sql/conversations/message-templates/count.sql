-- Counts the templates of an account.
-- one
-- not null: count
select count(*) as count from message_templates where owner_id = :owner_id
