-- The time at which a stay was confirmed; null for an imported one, whose guest knows it from elsewhere.
create or replace function confirmed_at(stay reservations) returns timestamptz language sql stable as $$
  select coalesce(min(e.at), stay.created_at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed'
  having not exists (select from imported_stays i where i.reservation_id = stay.id)
$$;
