-- The percentage of the season with this rank, in hundredths.
create or replace function reduction_of_rank(rank bigint) returns bigint language sql immutable parallel safe
  return 10000 - rank % 10001;
