-- When a user accepted a text, and its version.
-- optional
-- not null: content_hash
select policy_id, version, encode(content_hash, 'hex') as content_hash, accepted_at
from policy_acceptances where user_id = :user_id and policy_id = :policy_id
