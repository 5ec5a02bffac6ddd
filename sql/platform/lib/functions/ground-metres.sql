-- Converts straight-line metres to metres on the ground, and back; limited to the opposite side of the earth.
create or replace function ground_metres(straight_metres double precision) returns double precision
  language sql immutable parallel safe strict
  return 2 * 6378168 * asin(least(1, straight_metres / (2 * 6378168)));
