-- A policy, locked until the end of the transaction.
-- optional
select id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at
from policies where id = :policy_id
for update
