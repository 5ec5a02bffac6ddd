create or replace function straight_metres(ground_metres double precision) returns double precision
  language sql immutable parallel safe strict
  return 2 * 6378168 * sin(least(ground_metres / (2 * 6378168), pi() / 2));
