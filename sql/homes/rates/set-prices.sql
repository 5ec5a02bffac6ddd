-- Writes `changes` to every day of a range. Fields that are not named keep their values; null removes a field from the
-- day. Returns a day whose minimum stay exceeds its maximum stay, if there is one.
-- reads: properties: a day without a rule of its own has that of the home, and the two may not contradict each other
-- optional
with written as (
  insert into calendar_days as c (property_id, day, price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, max_stay,
    closed_to_arrival, closed_to_departure)
  select :property_id, :start_date::date + i, given.*
  from generate_series(0, :end_date::date - :start_date::date) i
  cross join jsonb_to_record(:changes) given (price_cents bigint, cleaning_fee_cents bigint, extra_guest_fee_cents bigint,
    min_stay integer, max_stay integer, closed_to_arrival boolean, closed_to_departure boolean)
  on conflict (property_id, day) do update
  set price_cents = case when :changes ? 'price_cents' then excluded.price_cents else c.price_cents end,
    cleaning_fee_cents = case when :changes ? 'cleaning_fee_cents' then excluded.cleaning_fee_cents else c.cleaning_fee_cents end,
    extra_guest_fee_cents
      = case when :changes ? 'extra_guest_fee_cents' then excluded.extra_guest_fee_cents else c.extra_guest_fee_cents end,
    min_stay = case when :changes ? 'min_stay' then excluded.min_stay else c.min_stay end,
    max_stay = case when :changes ? 'max_stay' then excluded.max_stay else c.max_stay end,
    closed_to_arrival = case when :changes ? 'closed_to_arrival' then excluded.closed_to_arrival else c.closed_to_arrival end,
    closed_to_departure
      = case when :changes ? 'closed_to_departure' then excluded.closed_to_departure else c.closed_to_departure end
  returning property_id, day, min_stay, max_stay
)
select w.day
from written w
join properties p on p.id = w.property_id
where coalesce(w.min_stay, p.min_stay) > coalesce(w.max_stay, p.max_stay)
order by w.day
limit 1
