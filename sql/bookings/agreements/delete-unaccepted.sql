-- Deletes the versions of a contract that another one has replaced and nobody has accepted.
-- nullable: :property_id
delete from contracts c
where c.owner_id = :owner_id and c.property_id is not distinct from :property_id::uuid and c.version < :version
  and not exists (select from stay_contracts s where s.contract_id = c.id)
