-- Counts an attempt to enter a verification code, five at most, and returns the hash to compare with, and the counter of wrong codes of a day:
-- that of the account, or its own of an address that has logged in to it before. While that is full, nothing is counted.
-- optional
-- not null: counter
update email_verifications v set attempts = attempts + 1
from users u
left join familiar_addresses f on f.user_id = u.id and f.address = :address
cross join lateral (select concat('verification-code ', u.id, ' ' || f.address) as key) c
where u.id = v.user_id and lower(coalesce(v.email, u.email)) = lower(:email) and u.deleted_at is null
  and v.expires_at > now() and v.attempts < 5
  and not exists (select from attempt_counters a where a.key = c.key and a.count >= :limit and a.ends_at > now())
returning v.user_id, v.code_hash, v.token_hash, c.key as counter
