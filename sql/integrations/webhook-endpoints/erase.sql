-- Deletes the endpoints of a person.
delete from webhook_endpoints where owner_id = :user_id
