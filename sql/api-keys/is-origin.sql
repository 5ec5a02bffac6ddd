-- Whether pages of an origin may use some publishable key.
-- one
-- stale: yes
-- not null: found
select exists (
  select from api_keys
  where kind = 'publishable' and origins @> array[:origin::text] and (expires_at is null or expires_at > now())) as found
