-- A new code for a quarter of an hour; the earlier code becomes void. A token stays valid: its holder has proven
-- access to the mailbox, and a request for a code proves nothing.
insert into password_resets (user_id, code_hash, expires_at)
values (:user_id, :code_hash, now() + interval '15 minutes')
on conflict (user_id) do update
set code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at
