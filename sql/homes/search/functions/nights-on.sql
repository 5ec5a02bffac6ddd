-- Counts the nights on a set of weekdays, of `nights` nights from an ISO weekday on (0: Monday): those in whole weeks, and those in the days that
-- are left, which may go round the end of a week.
create or replace function nights_on(weekday_bits integer, weekday integer, nights integer) returns integer
  language sql immutable parallel safe
  return nights / 7 * bit_count(weekday_bits::bit(7))::integer
    + bit_count((weekday_bits & ((((1 << nights % 7) - 1) << weekday) | (((1 << nights % 7) - 1) << weekday >> 7)))::bit(7))::integer;
