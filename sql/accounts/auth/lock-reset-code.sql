-- The reset code of an account that can still be entered, locked until the try is counted, and the counter of wrong codes of a day: that of the
-- account, or its own of an address that has logged in to it before.
-- optional
-- not null: code_hash, counter
select r.user_id, r.code_hash, concat('reset-code ', u.id, ' ' || f.address) as counter
from password_resets r
join users u on u.id = r.user_id
left join familiar_addresses f on f.user_id = u.id and f.address = :address
where lower(u.email) = lower(:email) and u.deleted_at is null
  and r.code_hash is not null and r.expires_at > now() and r.attempts < 5
for update of r
