-- Deletes a draft, which nobody can have accepted.
-- optional
delete from policies where id = :policy_id and status = 'draft' returning id
