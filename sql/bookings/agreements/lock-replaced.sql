-- Locks the versions of a contract that another one has replaced, without those that a guest accepts at this moment.
-- nullable: :property_id
select c.id from contracts c
where c.owner_id = :owner_id and c.property_id is not distinct from :property_id::uuid and c.version < :version
for update skip locked
