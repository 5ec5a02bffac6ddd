-- The notifications of users under these keys, each key with its user, and their copies for teams.
select n.id, n.user_id, n.dedupe_key as key, n.content
from unnest(:user_ids::bigint[], :keys::text[]) as notified (user_id, key)
join notifications n on n.dedupe_key = notified.key and n.user_id = notified.user_id
  or n.dedupe_key = 'account:' || notified.user_id || ':' || notified.key and n.account_id = notified.user_id
