-- A day of events is a table, which is dropped as a whole. Times are of UTC.
create or replace function events_of_day(day date) returns text language sql immutable
  return 'events_' || to_char(day, 'YYYYMMDD');
