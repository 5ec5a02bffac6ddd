create or replace function is_collected_here(r reservations) returns boolean language sql stable parallel safe as $$
  select is_here from collection_of_stay(r)
$$;
