-- Claims a key for a first request; no row when the key was used before. A claim without an answer is void after a
-- minute, unless its work was carried out.
-- optional
insert into idempotency_keys (user_id, scope, key, claim, request_hash)
values (:user_id, :scope, :key, :claim::uuid, :request_hash)
on conflict (user_id, scope, key) do update set created_at = now(), claim = excluded.claim
where idempotency_keys.status is null and not idempotency_keys.is_carried_out
  and idempotency_keys.created_at < now() - interval '1 minute'
  and idempotency_keys.request_hash = excluded.request_hash
returning key
