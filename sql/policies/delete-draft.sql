-- Deletes a draft, which nobody can have accepted.
delete from policies where id = :policy_id and status = 'draft' returning id
