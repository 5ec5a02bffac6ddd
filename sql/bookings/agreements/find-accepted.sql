-- Returns the contract that the guest of a stay has accepted.
-- optional
-- nullable: text
select c.version, c.texts ->> s.locale::text as text, s.locale, s.accepted_by, s.accepted_at
from stay_contracts s
join contracts c on c.id = s.contract_id
where s.reservation_id = :reservation_id
