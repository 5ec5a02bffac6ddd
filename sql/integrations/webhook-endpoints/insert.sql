-- A new endpoint.
-- one
-- nullable: :owner_id, :types, :description, :property_ids
insert into webhook_endpoints (owner_id, created_by, url, types, description, property_ids, include_guest, secret)
values (:owner_id, :created_by, :url, :types, :description, :property_ids, :include_guest, :secret)
returning id
