-- Counts an attempt to enter a reset code, five at most, and returns the hash to compare with.
-- optional
-- not null: code_hash
update password_resets r set attempts = attempts + 1
from users u
where u.id = r.user_id and lower(u.email) = lower(:email) and u.deleted_at is null
  and r.code_hash is not null and r.expires_at > now() and r.attempts < 5
returning r.user_id, r.code_hash
