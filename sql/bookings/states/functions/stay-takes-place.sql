-- A set of states; PostgreSQL inlines it. src/bookings/states/states.ts has the same (tests/bookings/states/states.test.ts).
create or replace function stay_takes_place(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('confirmed', 'checked_in', 'completed');
