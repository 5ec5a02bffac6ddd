-- A key.
-- one
-- nullable: :property_ids, :expires_at
insert into api_keys (user_id, kind, name, hash, prefix, scopes, property_ids, origins, expires_at)
values (:user_id, :kind, :name, :hash, :prefix, :scopes, :property_ids, :origins, :expires_at)
returning id
