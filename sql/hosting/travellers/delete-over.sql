-- Deletes the travellers whose country no longer asks to keep them, in batches, and those of stays that do not take place. `:terms`: a list
-- of {country_id, days, from_arrival}.
-- reads: states: how long a list is kept depends on the days of the stay, and on whether it took place
-- reads: properties: each country has its own term
-- one
-- not null: deleted
with gone as (
  delete from travellers
  where reservation_id in (
    select g.reservation_id
    from travellers g
    join reservations r on r.id = g.reservation_id
    join properties p on p.id = r.property_id
    left join jsonb_to_recordset(:terms) term (country_id text, days integer, from_arrival boolean) on term.country_id = p.country_id
    where not stay_takes_place(r.status) or term.days is null
      or case when term.from_arrival then r.check_in else r.check_out end + term.days < (now() at time zone p.timezone)::date
    limit 1000)
  returning 1
)
select count(*) as deleted from gone
