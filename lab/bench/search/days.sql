-- The calendar overrides of homes :first to :last.
insert into calendar_days (property_id, day, price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, closed_to_arrival,
  closed_to_departure)
select bench_home_id(n), d.*
from generate_series(:first::bigint, :last::bigint) n
cross join lateral bench_days(n, :today) d
