-- Takes an address from another account that never verified it, for the account that owns the mailbox. The other
-- account gets a random address, which nobody can have registered before.
-- optional
update users
set email = 'released-' || gen_random_uuid() || '@released.invalid', token_version = token_version + 1, updated_at = now()
where lower(email) = lower(:email) and id <> :user_id and email_verified_at is null and deleted_at is null
returning id
