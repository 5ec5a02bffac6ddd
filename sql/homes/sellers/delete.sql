-- Deletes a seller of an account. Foreign keys refuse one that has homes or documents (23503).
-- optional
delete from sellers where id = :id and owner_id = :owner_id returning id
