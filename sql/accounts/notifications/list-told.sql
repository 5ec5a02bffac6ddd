-- The notifications of users under these keys, each key with its user, and their copies for teams.
select n.id, n.user_id, n.dedupe_key as key, n.content
from unnest(:user_ids::integer[], :keys::text[]) as told (user_id, key)
join notifications n on n.dedupe_key = told.key and n.user_id = told.user_id
  or n.dedupe_key = 'account:' || told.user_id || ':' || told.key and n.account_id = told.user_id
