-- The tourist tax of a city.
-- optional
select tax_per_adult_night_cents as per_adult_night_cents, tax_percent_hundredths as percent_hundredths,
  tax_cap_cents as cap_cents
from cities where id = :city_id
