-- The terms of a home that pricing needs, if it can be booked, and today there. A company books its drafts too.
-- reads: properties: the terms of the home are half of its price
-- reads: places: the tourist tax is that of the city, unless the home has its own
-- optional
-- not null: today
-- nullable: tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents
select p.currency, p.max_guests, p.included_guests, p.base_price_cents, p.weekend_price_cents, p.weekend_days,
  p.cleaning_fee_cents, p.extra_guest_fee_cents, p.security_deposit_cents, p.deposit_percent, p.balance_due_days, p.min_stay, p.max_stay,
  p.lead_time_days, p.booking_window_days, p.cancellation_policy,
  case when tax.is_own then p.tax_per_adult_night_cents else c.tax_per_adult_night_cents end as tax_per_adult_night_cents,
  case when tax.is_own then p.tax_percent_hundredths else c.tax_percent_hundredths end as tax_percent_hundredths,
  case when tax.is_own then p.tax_cap_cents else c.tax_cap_cents end as tax_cap_cents,
  (now() at time zone p.timezone)::date as today
from properties p
join cities c on c.id = p.city_id
cross join lateral (select p.tax_per_adult_night_cents is not null or p.tax_percent_hundredths is not null as is_own) tax
where p.id = :property_id and (p.status = 'published' or p.status = 'draft' and :with_drafts::boolean)
