-- Removes personal data from the audit entries about a user. Ids, action and time stay.
update audit_entries set data = null, address = null, device = null
where (owner_id = :user_id::bigint or actor_id = :user_id) and (data is not null or address is not null or device is not null)
