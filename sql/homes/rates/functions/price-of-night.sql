-- Returns the price of a night before seasons: the price of the day, of the weekend, or of the home. Bit n of `weekend_bits` is ISO weekday n + 1.
create or replace function price_of_night(day_cents bigint, weekend_cents bigint, base_cents bigint, weekend_bits integer, weekday_bit integer)
  returns bigint language sql immutable parallel safe
  return coalesce(day_cents, case when weekend_bits >> weekday_bit & 1 = 1 then weekend_cents end, base_cents);
