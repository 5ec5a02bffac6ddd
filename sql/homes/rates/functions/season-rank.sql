-- Returns the rank of a season. The lowest one wins: the narrowest season, then the higher percentage, which the last digits encode.
create or replace function season_rank(start_date date, end_date date, hundredths integer) returns bigint
  language sql immutable parallel safe
  return (end_date - start_date) * 10001::bigint + 10000 - hundredths;
