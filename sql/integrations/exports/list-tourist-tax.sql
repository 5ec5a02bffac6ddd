-- The stays that take place, after one, with their tourist tax, in the order of home, arrival and number, as sql/integrations/exports/list-reservations.sql.
-- reads: payments: `stay_collector` is a part of `collection_of_stay`, which reads them
-- reads: states: the tax is owed for the nights of stays that took place
-- reads: places: each city gets a declaration of its own
-- reads: properties: an owner exports their own homes, under the names that they gave them
-- replica: yes
-- not null: nights, exempt, tax_cents, withheld_cents
-- nullable: external_id, ota_name, collected_by
with found as (
  select h.id as property_id, r.check_in, r.id
  from properties h
  cross join lateral (
    select r.check_in, r.id
    from reservations r
    where r.property_id = h.id and stay_takes_place(r.status)
      and (r.check_in, r.id) > (
        case when h.id = :after_home then :after_day::date else '-infinity' end,
        case when h.id = :after_home then :after_id::bigint else 0 end)
      -- any of: left-from, left-to
    order by r.check_in, r.id
    limit :limit
  ) r
  where h.id >= :after_home and
    -- one of: as-owner, as-staff
    -- any of: of-home, on-homes
  order by h.id, r.check_in, r.id
  limit :limit
)
select r.id, r.property_id, h.title, c.name as city, r.status, r.source, r.ota_name, stay_collector(r) as collected_by, r.check_in, r.check_out,
  r.check_out - r.check_in as nights, r.adults, r.children + r.infants as exempt, r.currency, i.external_id,
  tourist_tax_of(r.quote) + tourist_tax_beside(r.quote, 'excluded') as tax_cents, tourist_tax_beside(r.quote, 'withheld') as withheld_cents
from found
join reservations r on r.id = found.id
join properties h on h.id = r.property_id
join cities c on c.id = h.city_id
left join imported_homes i on i.property_id = h.id
order by found.property_id, found.check_in, found.id
