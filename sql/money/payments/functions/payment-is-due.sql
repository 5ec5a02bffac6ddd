-- A set of states; PostgreSQL inlines it. src/money/payments/states.ts has the same (tests/bookings/states/states.test.ts).
create or replace function payment_is_due(status payment_status) returns boolean language sql immutable parallel safe
  return status in ('unpaid', 'processing', 'failed');
