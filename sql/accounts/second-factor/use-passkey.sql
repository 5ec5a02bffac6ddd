-- Notes that a passkey has signed; no row when its counter has gone back, or another request has used the same signature.
-- optional
update passkeys set counter = :counter, is_backed_up = :is_backed_up, last_used_at = now()
where id = :id and (counter < :counter or (counter = 0 and :counter = 0))
returning id
