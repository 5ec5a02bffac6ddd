-- migrate:up
-- A home's own tourist tax, as cities have one: an amount per adult and night, or a percentage with a cap. Neither: that of its city.
alter table properties
  add column tax_per_adult_night_cents bigint check (tax_per_adult_night_cents >= 0),
  add column tax_percent_hundredths integer check (tax_percent_hundredths between 0 and 10000),
  add column tax_cap_cents bigint check (tax_cap_cents >= 0),
  add constraint properties_one_tax check (tax_per_adult_night_cents is null or tax_percent_hundredths is null),
  add constraint properties_tax_cap check (tax_cap_cents is null or tax_percent_hundredths is not null);

-- migrate:down
alter table properties drop column tax_per_adult_night_cents, drop column tax_percent_hundredths, drop column tax_cap_cents;
