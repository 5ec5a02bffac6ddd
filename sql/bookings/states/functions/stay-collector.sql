create or replace function stay_collector(r reservations) returns text language sql stable parallel safe as $$
  select collector from collection_of_stay(r)
$$;
