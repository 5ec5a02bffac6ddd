-- Writes the next version of a contract. The account is locked.
-- nullable: :property_id
-- one
insert into contracts (owner_id, property_id, version, texts)
select :owner_id, :property_id, coalesce(max(version), 0) + 1, :texts from contracts where owner_id = :owner_id
returning version, texts, created_at
