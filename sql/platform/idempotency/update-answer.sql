-- Stores the first answer, to return it again; no row when the claim is gone.
-- optional
update idempotency_keys set status = :status, body = :body
where user_id = :user_id and scope = :scope and key = :key and claim = :claim::uuid
returning key
