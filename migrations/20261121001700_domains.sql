-- migrate:up
-- Domains instead of table checks: a table check runs on every update of a row, a domain only when its column is
-- written. Each booking updates `busy` on the row of its home, and half of that time was spent on checks.
create domain cents as bigint check (value >= 0);
create domain whole as integer check (value >= 0);
create domain positive as integer check (value >= 1);
create domain degrees_north as double precision check (value between -90 and 90);
create domain degrees_east as double precision check (value between -180 and 180);
create domain percent as integer check (value between 1 and 100);
create domain currency_code as text check (value ~ '^[A-Z]{3}$');

alter table properties
  drop constraint properties_latitude_check, alter latitude type degrees_north,
  drop constraint properties_longitude_check, alter longitude type degrees_east,
  drop constraint properties_currency_check, alter currency type currency_code,
  drop constraint properties_max_guests_check, alter max_guests type positive,
  drop constraint properties_included_guests_check, alter included_guests type positive,
  drop constraint properties_bedrooms_check, alter bedrooms type whole,
  drop constraint properties_beds_check, alter beds type whole,
  drop constraint properties_bathrooms_check, alter bathrooms type whole,
  drop constraint properties_base_price_cents_check, alter base_price_cents type cents,
  drop constraint properties_weekend_price_cents_check, alter weekend_price_cents type cents,
  drop constraint properties_cleaning_fee_cents_check, alter cleaning_fee_cents type cents,
  drop constraint properties_extra_guest_fee_cents_check, alter extra_guest_fee_cents type cents,
  drop constraint properties_security_deposit_cents_check, alter security_deposit_cents type cents,
  drop constraint properties_deposit_percent_check, alter deposit_percent type percent,
  drop constraint properties_min_stay_check, alter min_stay type positive,
  drop constraint properties_lead_time_days_check, alter lead_time_days type whole,
  drop constraint properties_booking_window_days_check, alter booking_window_days type positive;

-- migrate:down
alter table properties
  alter latitude type double precision, add constraint properties_latitude_check check (latitude between -90 and 90),
  alter longitude type double precision, add constraint properties_longitude_check check (longitude between -180 and 180),
  alter currency type text, add constraint properties_currency_check check (currency ~ '^[A-Z]{3}$'),
  alter max_guests type integer, add constraint properties_max_guests_check check (max_guests >= 1),
  alter included_guests type integer, add constraint properties_included_guests_check check (included_guests >= 1),
  alter bedrooms type integer, add constraint properties_bedrooms_check check (bedrooms >= 0),
  alter beds type integer, add constraint properties_beds_check check (beds >= 0),
  alter bathrooms type integer, add constraint properties_bathrooms_check check (bathrooms >= 0),
  alter base_price_cents type bigint, add constraint properties_base_price_cents_check check (base_price_cents >= 0),
  alter weekend_price_cents type bigint, add constraint properties_weekend_price_cents_check check (weekend_price_cents >= 0),
  alter cleaning_fee_cents type bigint, add constraint properties_cleaning_fee_cents_check check (cleaning_fee_cents >= 0),
  alter extra_guest_fee_cents type bigint,
  add constraint properties_extra_guest_fee_cents_check check (extra_guest_fee_cents >= 0),
  alter security_deposit_cents type bigint,
  add constraint properties_security_deposit_cents_check check (security_deposit_cents >= 0),
  alter deposit_percent type integer, add constraint properties_deposit_percent_check check (deposit_percent between 1 and 100),
  alter min_stay type integer, add constraint properties_min_stay_check check (min_stay >= 1),
  alter lead_time_days type integer, add constraint properties_lead_time_days_check check (lead_time_days >= 0),
  alter booking_window_days type integer, add constraint properties_booking_window_days_check check (booking_window_days >= 1);
drop domain currency_code;
drop domain percent;
drop domain degrees_east;
drop domain degrees_north;
drop domain positive;
drop domain whole;
drop domain cents;
