-- A new endpoint.
-- nullable: :owner_id, :types, :description, :property_ids
insert into webhook_endpoints (id, owner_id, created_by, url, types, description, property_ids, include_guest, secret)
values (:id, :owner_id, :created_by, :url, :types, :description, :property_ids, :include_guest, :secret)
