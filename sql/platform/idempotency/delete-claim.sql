-- Frees a key whose request failed without having done its work, so that the client can retry with it.
delete from idempotency_keys
where user_id = :user_id and scope = :scope and key = :key and claim = :claim::uuid and status is null and not is_carried_out
