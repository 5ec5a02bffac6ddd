-- The notifications of users under these keys, each key with its user.
select n.id, n.user_id, n.dedupe_key as key, n.content
from unnest(:user_ids::integer[], :keys::text[]) as told (user_id, key)
join notifications n on n.user_id = told.user_id and n.dedupe_key = told.key
