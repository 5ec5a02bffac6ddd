-- A fresh code, for a quarter of an hour; the code before is void. A token stays: its holder has proven the mailbox, and
-- who asks for a code has proven nothing.
insert into password_resets (user_id, code_hash, expires_at)
values (:user_id, :code_hash, now() + interval '15 minutes')
on conflict (user_id) do update
set code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at
