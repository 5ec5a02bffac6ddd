-- Takes a policy out of force.
update policies set status = 'archived', updated_at = now() where id = :policy_id returning id
