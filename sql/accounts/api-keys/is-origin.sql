-- Tells whether pages of an origin may use some publishable key: of anybody, or one of this owner for this home.
-- one
-- replica: yes
-- nullable: :owner_id, :property_id
-- not null: found
select exists (
  select from api_keys
  where kind = 'publishable' and origins @> array[:origin::text] and (expires_at is null or expires_at > now())
    and (:owner_id::bigint is null or user_id = :owner_id)
    and (:property_id::uuid is null or property_ids is null or :property_id = any (property_ids))) as found
