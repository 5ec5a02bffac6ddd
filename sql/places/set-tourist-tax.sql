-- The taxe de sejour of a city: an amount per adult and night, or a percent (in hundredths) with a cap.
-- nullable: :per_adult_night_cents, :percent_hundredths, :cap_cents
update cities
set tax_per_adult_night_cents = :per_adult_night_cents, tax_percent_hundredths = :percent_hundredths, tax_cap_cents = :cap_cents
where id = :city_id
