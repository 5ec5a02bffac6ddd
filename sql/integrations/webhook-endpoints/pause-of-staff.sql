-- The endpoints for all homes that somebody has made who is of the staff no more: another of the staff may enable them again.
update webhook_endpoints set disabled_at = now(), disabled_because = 'paused', updated_at = now()
where owner_id is null and created_by = :user_id and disabled_at is null
