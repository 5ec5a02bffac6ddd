-- The verification code of an address that can still be entered, locked until the try is counted, and the counter of wrong codes of a day: that of
-- the account, or its own of an address that has logged in to it before.
-- optional
-- not null: counter
select v.user_id, v.code_hash, v.token_hash, concat('verification-code ', u.id, ' ' || f.address) as counter
from email_verifications v
join users u on u.id = v.user_id
left join familiar_addresses f on f.user_id = u.id and f.address = :address
where lower(coalesce(v.email, u.email)) = lower(:email) and u.deleted_at is null
  and v.expires_at > now() and v.attempts < 5
for update of v
