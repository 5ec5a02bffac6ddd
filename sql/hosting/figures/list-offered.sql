-- Nights that homes of an owner had to sell, by month and currency: from the day that a home was made, or of its first stay if that was imported,
-- to the day that it left the market.
-- reads: properties: nights are those of homes
-- reads: states: a home had nights to sell when it had guests
-- nullable: :homes
-- not null: month, nights
select to_char(m.first, 'YYYY-MM') as month, p.currency, sum(span.last - span.first) as nights
from generate_series(:from::date, :to::date - 1, interval '1 month') as month (day)
cross join lateral (select month.day::date as first, (month.day + interval '1 month')::date as last) m
cross join properties p
cross join lateral (
  select greatest(m.first, least(p.created_at::date, (select min(r.check_in) from reservations r where r.property_id = p.id and stay_takes_place(r.status)))) as first,
    case when p.status = 'archived' then least(m.last, p.updated_at::date) else m.last end as last) span
where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes)) and p.status <> 'draft' and span.last > span.first
group by m.first, p.currency
