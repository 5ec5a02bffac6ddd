-- A webhook endpoint that is paused, with an id that examples name.
insert into webhook_endpoints (id, owner_id, created_by, url, types, description, secret, disabled_at, disabled_because)
values (:id, :user_id, :user_id, :url, :types, :description, :secret, now(), 'paused')
