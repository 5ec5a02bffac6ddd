-- The tourist tax of stays that take place and end within some days: first the totals by currency, without a home, then by home and currency.
-- `channel_cents`: of stays whose price a channel collects, and what channels withhold. What a total does not include is due to the company.
-- reads: states: the tax is owed for the nights of stays that took place
-- reads: places: the sums are declared by city
-- reads: properties: the sums are by home, for homes of the caller
-- replica: yes
-- nullable: property_id, title, city
-- not null: stays, nights, adult_nights, exempt_nights, tax_cents, channel_cents
select h.id as property_id, h.title, c.name as city, r.currency, count(*)::integer as stays, sum(n.nights)::integer as nights,
  sum(r.adults * n.nights)::integer as adult_nights, sum((r.children + r.infants) * n.nights)::integer as exempt_nights,
  (coalesce(sum(n.tax_cents) filter (where r.collected_by is distinct from 'channel'), 0) + coalesce(sum(n.excluded_cents), 0))::bigint as tax_cents,
  (coalesce(sum(n.tax_cents) filter (where r.collected_by = 'channel'), 0) + coalesce(sum(n.withheld_cents), 0))::bigint as channel_cents
from properties h
join cities c on c.id = h.city_id
join reservations r on r.property_id = h.id and stay_takes_place(r.status)
cross join lateral (select r.check_out - r.check_in as nights, tourist_tax_of(r.quote) as tax_cents,
  tourist_tax_beside(r.quote, 'excluded') as excluded_cents, tourist_tax_beside(r.quote, 'withheld') as withheld_cents) n
where
  -- one of: as-owner, as-staff
  -- any of: of-home, on-homes, left-from, left-to
group by grouping sets ((r.currency), (h.id, h.title, c.name, r.currency))
order by h.id is not null, c.name, h.title, h.id, r.currency
limit :limit
