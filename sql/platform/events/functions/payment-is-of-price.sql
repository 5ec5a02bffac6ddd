-- Kinds that pay a part of the price of a stay. src/money/payments/states.ts has the same (tests/bookings/states/states.test.ts).
create or replace function payment_is_of_price(kind payment_kind) returns boolean language sql immutable parallel safe
  return kind in ('booking', 'balance', 'change');
