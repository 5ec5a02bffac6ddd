-- A special price for some days of a demo home.
insert into calendar_days (property_id, day, price_cents, min_stay)
select :property_id, d::date, :price_cents, :min_stay
from generate_series(:from_day::date, :to_day::date, interval '1 day') d
