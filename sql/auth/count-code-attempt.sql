-- Counts an attempt to enter a verification code, five at most, and returns the hash to compare with.
-- optional
update email_verifications v set attempts = attempts + 1
from users u
where u.id = v.user_id and lower(coalesce(v.email, u.email)) = lower(:email) and u.deleted_at is null
  and v.expires_at > now() and v.attempts < 5
returning v.user_id, v.code_hash, v.token_hash
