-- Deletes the contracts of an account that is erased, and empties those that stays name: they keep version, time, and the hash of the text.
with gone as (
  delete from contracts c
  where c.owner_id = :user_id and not exists (select from stay_contracts s where s.contract_id = c.id))
update contracts c set texts = '{}'
where c.owner_id = :user_id and exists (select from stay_contracts s where s.contract_id = c.id)
