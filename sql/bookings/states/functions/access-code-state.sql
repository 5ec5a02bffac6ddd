-- The state of the code of a stay: none, set for its present home and days, or stale.
create or replace function access_code_state(stay reservations) returns text language sql stable as $$
  select coalesce((
    select case when (c.property_id, c.check_in, c.check_out) is distinct from (stay.property_id, stay.check_in, stay.check_out)
      then 'stale' else 'set' end
    from access_codes c where c.reservation_id = stay.id), 'none')
$$;
