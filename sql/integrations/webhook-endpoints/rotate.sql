-- Gives an endpoint another secret; the one before signs as well for a day.
update webhook_endpoints set previous_secret = secret, secret = :secret, rotated_at = now(), updated_at = now() where id = :id
