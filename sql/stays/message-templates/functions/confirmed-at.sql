-- When a stay was confirmed; null for one that was imported, whose guest was told elsewhere.
create or replace function confirmed_at(stay reservations) returns timestamptz language sql stable as $$
  select coalesce(min(e.at), stay.created_at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed'
  having not exists (select from imported_stays i where i.reservation_id = stay.id)
$$;
