-- Records that an attempt can no longer be paid.
update checkout_sessions set closed_at = now() where id = :id and closed_at is null
