-- The passkeys of an account, the oldest first.
-- nullable: last_used_at
select id, credential_id, transports, name, is_backed_up, created_at, last_used_at
from passkeys where user_id = :user_id order by id
