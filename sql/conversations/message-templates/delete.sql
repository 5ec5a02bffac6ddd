-- Deletes a template; its log stays.
-- optional
delete from message_templates where id = :id and owner_id = :owner_id returning id
