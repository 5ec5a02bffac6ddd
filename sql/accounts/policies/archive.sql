-- Archives a policy.
-- optional
update policies set status = 'archived', updated_at = now() where id = :policy_id returning id
