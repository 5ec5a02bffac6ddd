-- A place as a point in space, in metres from the centre of the earth. Straight-line distances between such points have
-- the same order as distances on the ground, and a GiST index supports them.
create or replace function on_globe(latitude double precision, longitude double precision) returns cube
  language sql immutable parallel safe strict
  return cube(array[
    6378168 * cos(radians(latitude)) * cos(radians(longitude)),
    6378168 * cos(radians(latitude)) * sin(radians(longitude)),
    6378168 * sin(radians(latitude))]);
