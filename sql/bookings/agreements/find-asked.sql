-- Returns the home of a stay whose guest has to accept a contract before they pay: they have no account and no channel has sold it. No row once they have.
-- reads: states: the guest of a stay accepts its contract
-- nullable: :reservation_id
-- optional
select r.property_id
from reservations r
where r.id = :reservation_id and r.guest_id is null and r.source = 'direct'
  and not exists (select from stay_contracts s where s.reservation_id = r.id)
