-- A passkey of an account; no row when some account has it already.
-- optional
insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
values (:user_id, :credential_id, :public_key, :counter, :transports, :name, :is_backed_up)
on conflict (credential_id) do nothing
returning id, name, is_backed_up, created_at, last_used_at
