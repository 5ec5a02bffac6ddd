-- Sets the tourist tax of a city: an amount per adult and night, or a percentage (in hundredths) with a cap; all null
-- removes it. Records the values before and after and who changed them, if they differ. No row for an unknown city.
-- optional
-- nullable: :per_adult_night_cents, :percent_hundredths, :cap_cents, :changed_by, :operator
with before as (
  select id, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents from cities where id = :city_id for update
),
kept as (
  insert into tourist_tax_changes (city_id, changed_by, operator,
    before_per_adult_night_cents, before_percent_hundredths, before_cap_cents,
    after_per_adult_night_cents, after_percent_hundredths, after_cap_cents)
  select id, :changed_by::bigint, :operator::text, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents,
    :per_adult_night_cents::bigint, :percent_hundredths::integer, :cap_cents::bigint
  from before
  where (tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents)
    is distinct from (:per_adult_night_cents::bigint, :percent_hundredths::integer, :cap_cents::bigint)
)
update cities c
set tax_per_adult_night_cents = :per_adult_night_cents, tax_percent_hundredths = :percent_hundredths, tax_cap_cents = :cap_cents
from before
where c.id = before.id
returning c.id, c.name
