-- Writes that a key is used, once a minute.
update api_keys set last_used_at = now() where id = :id and coalesce(last_used_at < now() - interval '1 minute', true)
