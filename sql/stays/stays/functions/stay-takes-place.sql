-- A set of states; PostgreSQL inlines it. src/stays/stays/states.ts has the same (tests/stays/stays/states.test.ts).
create or replace function stay_takes_place(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('confirmed', 'checked_in', 'completed');
