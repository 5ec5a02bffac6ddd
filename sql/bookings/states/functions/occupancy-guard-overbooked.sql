-- An overbooked stay is exempt from the constraints, and nobody else can take its nights all the same.
create or replace function occupancy_guard_overbooked() returns trigger language plpgsql as $$
begin
  if exists (
    select from occupancy where property_id = new.property_id and overbooked and stay && new.stay
  ) then
    raise exclusion_violation using message = 'these nights are overbooked already',
      constraint = 'occupancy_stays_exclude_overbooked';
  end if;
  return null;
end $$;
