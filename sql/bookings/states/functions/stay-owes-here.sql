-- True if a stay of a channel owes its price here. Stays that arrive by the day on which 0.3 was enabled are settled elsewhere.
create or replace function stay_owes_here(r reservations) returns boolean language sql stable parallel safe as $$
  select coalesce(stay_collector(r) = 'property', false)
    and exists (select from enabled_releases e where e.release = '0.3' and r.check_in > e.enabled_on)
$$;
