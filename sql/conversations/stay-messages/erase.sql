-- Deletes messages of the stays of an account: the notes about it as a guest, and what it has written and read as a company.
-- reads: properties, states: the account is the guest of some stays, and the company of others
with own as (
  select r.id from reservations r where r.guest_id = :user_id
  union all
  select r.id from reservations r join properties p on p.id = r.property_id where p.owner_id = :user_id
), threads as (
  delete from stay_threads where reservation_id in (select id from own)
)
delete from stay_messages where reservation_id in (select id from own)
