-- The names of an account's keys that work.
select name, prefix from api_keys where user_id = :user_id and (expires_at is null or expires_at > now()) order by id
