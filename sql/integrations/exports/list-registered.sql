-- The stays that take place and have travellers, after one, in the order of home, arrival and number.
-- reads: travellers: only stays with a list of travellers have rows in the register
-- reads: states: the register is of stays that take place, by arrival
-- reads: properties: the register names the home and its registration number
-- nullable: external_id
with found as (
  select h.id as property_id, r.check_in, r.id
  from properties h
  cross join lateral (
    select r.check_in, r.id
    from reservations r
    join travellers g on g.reservation_id = r.id
    where r.property_id = h.id and stay_takes_place(r.status)
      and (r.check_in, r.id) > (
        case when h.id = :after_home then :after_day::date else '-infinity' end,
        case when h.id = :after_home then :after_id::bigint else 0 end)
      -- any of: arrives-from, arrives-to
    order by r.check_in, r.id
    limit :limit
  ) r
  where h.id >= :after_home and
    -- one of: as-owner, as-staff
    -- any of: of-home, on-homes
  order by h.id, r.check_in, r.id
  limit :limit
)
select r.id, r.property_id, h.title, h.registration_number, h.country_id, r.check_in, r.check_out, i.external_id
from found
join reservations r on r.id = found.id
join properties h on h.id = r.property_id
left join imported_homes i on i.property_id = h.id
order by found.property_id, found.check_in, found.id
