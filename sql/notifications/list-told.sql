-- What users were told under these keys, each key with its user, and the language of each.
select n.id, n.dedupe_key as key, n.message, u.locale
from unnest(:user_ids::integer[], :keys::text[]) as told (user_id, key)
join notifications n on n.user_id = told.user_id and n.dedupe_key = told.key
join users u on u.id = n.user_id
