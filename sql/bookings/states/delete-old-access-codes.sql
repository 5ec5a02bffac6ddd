-- Deletes codes a day after the hour of departure, in batches.
-- reads: properties: a code is deleted a day after check-out at the home
-- one
-- not null: deleted
with gone as (
  delete from access_codes
  where reservation_id = any(array(
    select c.reservation_id
    from access_codes c
    join reservations r on r.id = c.reservation_id
    join properties p on p.id = r.property_id
    where (r.check_out + p.check_out_time) at time zone p.timezone < now() - interval '1 day'
    limit 1000))
  returning 1
)
select count(*) as deleted from gone
