-- When nights become free, an overbooked stay that has no rival left is an ordinary one again. Of several the oldest is.
create or replace function occupancy_settle_overbooked() returns trigger language plpgsql as $$
begin
  update occupancy o set overbooked = false
  where o.property_id = old.property_id and o.overbooked and o.stay && old.stay
    and not exists (
      select from occupancy other
      where other.property_id = o.property_id and other.id <> o.id and other.stay && o.stay
        and (not other.overbooked or other.id < o.id));
  return null;
end $$;
