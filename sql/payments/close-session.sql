-- Notes that nobody can pay an attempt any more.
update checkout_sessions set closed_at = now() where id = :id and closed_at is null
