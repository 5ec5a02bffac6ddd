-- Stays of a company whose guests are in the house today at their home, in the order in which their threads are locked.
-- reads: properties, states: guests are in the house by the days and states of their stays
-- many
-- nullable: :homes, :property_id
select r.id
from reservations r
join properties p on p.id = r.property_id
where p.owner_id = :owner_id and (:homes::uuid[] is null or p.id = any (:homes)) and (:property_id::uuid is null or p.id = :property_id)
  and stay_takes_place(r.status) and r.status <> 'completed' and r.check_out >= current_date - 1
  and r.check_in <= (now() at time zone p.timezone)::date and r.check_out >= (now() at time zone p.timezone)::date
order by r.id
limit :limit
