-- A link that undoes a change of an account for 72 hours.
insert into account_undos (user_id, token_hash, email, expires_at)
values (:user_id, :token_hash, :email, now() + interval '72 hours')
