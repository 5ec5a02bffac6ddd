-- Counts an attempt to enter a reset code, five at most, and returns the hash to compare with, and the counter of wrong codes of a day: that of
-- the account, or its own of an address that has logged in to it before. While that is full, nothing is counted.
-- optional
-- not null: code_hash, counter
update password_resets r set attempts = attempts + 1
from users u
left join familiar_addresses f on f.user_id = u.id and f.address = :address
cross join lateral (select concat('reset-code ', u.id, ' ' || f.address) as key) c
where u.id = r.user_id and lower(u.email) = lower(:email) and u.deleted_at is null
  and r.code_hash is not null and r.expires_at > now() and r.attempts < 5
  and not exists (select from attempt_counters a where a.key = c.key and a.count >= :limit and a.ends_at > now())
returning r.user_id, r.code_hash, c.key as counter
