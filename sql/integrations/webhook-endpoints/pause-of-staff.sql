-- Pauses endpoints for all homes whose creator no longer belongs to the staff. Other staff can enable them again.
update webhook_endpoints set disabled_at = now(), disabled_because = 'paused', updated_at = now()
where owner_id is null and created_by = :user_id and disabled_at is null
