-- Overrides of the calendar for the nights of a stay and its day of departure.
select day, price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, max_stay, closed_to_arrival, closed_to_departure
from calendar_days
where property_id = :property_id and day between :check_in and :check_out
