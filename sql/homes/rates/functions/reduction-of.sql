-- Returns the part of a price that a season takes, in hundredths of a percent, rounded half up.
create or replace function reduction_of(price_cents bigint, hundredths bigint) returns bigint
  language sql immutable parallel safe
  return (price_cents * hundredths + 5000) / 10000;
