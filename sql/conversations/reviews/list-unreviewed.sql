-- A page of stays that ended seven to nine days ago at their home and that their guest has not reviewed, by check-out.
-- reads: states: guests are asked for a review a week after they have left
-- reads: properties: the week is counted by the day at the home, whose title the mail has
-- not null: guest_id
select r.id, r.guest_id, p.title as home, r.check_in, r.check_out
from reservations r
join properties p on p.id = r.property_id
where r.status = 'completed' and r.guest_id is not null
  and r.check_out between current_date - 10 and current_date - 6
  and r.check_out between (now() at time zone p.timezone)::date - 9 and (now() at time zone p.timezone)::date - 7
  and not exists (select from comments c where c.reservation_id = r.id)
  and (r.check_out, r.id) > (:check_out::date, :id::bigint)
order by r.check_out, r.id
limit 200
