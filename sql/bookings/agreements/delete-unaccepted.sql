-- Deletes those of some locked versions of a contract that nobody has accepted.
delete from contracts c
where c.id = any (:contract_ids::bigint[]) and not exists (select from stay_contracts s where s.contract_id = c.id)
