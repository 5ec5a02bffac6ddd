-- Columns of a home that its owner sets; `values.sql` has the parameters in the same order.
-- part of: find, insert, lock-own, update
  title, description, property_type, room_type, country_id, city_id, neighborhood_id, address, latitude,
  longitude, timezone, currency, max_guests, included_guests, bedrooms, beds, bathrooms, amenities,
  base_price_cents, weekend_price_cents, weekend_days, cleaning_fee_cents, extra_guest_fee_cents,
  security_deposit_cents, deposit_percent, balance_due_days, min_stay, max_stay, lead_time_days, booking_window_days,
  instant_book, cancellation_policy, check_in_time, check_out_time, owner_days, registration_number,
  tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents, seller_id, status
