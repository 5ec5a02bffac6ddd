-- Stores the provider's id and URL of an attempt.
update checkout_sessions set session_id = :session_id, url = :url where id = :id
