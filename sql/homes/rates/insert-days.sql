-- Writes prices and rules of the days of a new home, which has none yet.
insert into calendar_days (property_id, day, price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, max_stay, closed_to_arrival,
  closed_to_departure)
select :property_id, d.day, d.price_cents, d.cleaning_fee_cents, d.extra_guest_fee_cents, d.min_stay, d.max_stay, d.closed_to_arrival, d.closed_to_departure
from jsonb_to_recordset(:days) d (day date, price_cents bigint, cleaning_fee_cents bigint, extra_guest_fee_cents bigint, min_stay integer,
  max_stay integer, closed_to_arrival boolean, closed_to_departure boolean)
