-- Records that the provider has closed a session.
update checkout_sessions set closed_at = now() where session_id = :session_id and closed_at is null
