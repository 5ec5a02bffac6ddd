-- The dedupe key of the latest notification whose key begins with a text.
-- optional
select dedupe_key from notifications
where user_id = :user_id and starts_with(dedupe_key, :prefix)
order by id desc
limit 1
