-- Says that the work of a key's request is done, in the transaction that does it; no row when the claim is gone.
-- optional
update idempotency_keys set is_carried_out = true
where user_id = :user_id and scope = :scope and key = :key and claim = :claim::uuid
returning key
