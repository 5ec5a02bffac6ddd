-- Disables an endpoint that has said that it is gone, or that has failed for days; no row when it is disabled already, or works again.
-- optional
-- nullable: owner_id
-- not null: disabled_at
update webhook_endpoints
set disabled_at = now(), disabled_because = :because, updated_at = now()
where id = :id and disabled_at is null and (:because <> 'failing' or failing_since < now() - interval '4 days')
returning owner_id, created_by, url, disabled_at
