-- Nights that homes of an owner had to sell, by month and currency: from the day that a home was made, or of its first stay if that was imported,
-- to the day that it left the market.
-- reads: properties: nights are those of homes
-- reads: states: a home had nights to sell when it had guests
-- nullable: :homes
-- not null: month, nights
-- replica: yes
with home as materialized (
  select h.currency, case when h.status = 'archived' then h.updated_at::date else 'infinity' end as gone,
    least(h.created_at::date, (
      select r.check_in from reservations r where r.property_id = h.id and stay_takes_place(r.status) order by r.check_in limit 1)) as since
  from properties h
  where h.owner_id = :user_id and (:homes::uuid[] is null or h.id = any (:homes)) and h.status <> 'draft'
)
select to_char(m.first, 'YYYY-MM') as month, p.currency, sum(span.last - span.first) as nights
from home p
cross join generate_series(:from::date, :to::date - 1, interval '1 month') as month (day)
cross join lateral (select month.day::date as first, (month.day + interval '1 month')::date as last) m
cross join lateral (select greatest(m.first, p.since) as first, least(m.last, p.gone) as last) span
where span.last > span.first
group by m.first, p.currency
