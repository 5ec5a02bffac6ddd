-- What the provider made of an attempt.
update checkout_sessions set session_id = :session_id, url = :url where id = :id
