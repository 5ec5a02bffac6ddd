-- Deletes a draft. Nobody can have accepted a draft.
-- optional
delete from policies where id = :policy_id and status = 'draft' returning id
