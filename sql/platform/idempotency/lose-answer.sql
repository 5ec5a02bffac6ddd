-- Says that the answer of a key is lost although the work of its request was carried out.
update idempotency_keys set status = 409
where user_id = :user_id and scope = :scope and key = :key and claim = :claim::uuid and status is null and is_carried_out
