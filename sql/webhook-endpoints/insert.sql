-- A new endpoint.
-- one
-- nullable: :owner_id, :types, :description
insert into webhook_endpoints (owner_id, created_by, url, types, description, secret)
values (:owner_id, :created_by, :url, :types, :description, :secret)
returning id
