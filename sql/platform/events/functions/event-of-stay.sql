-- A stay that moves to another home is reported at both. A change that leaves the state as it was is no transition.
create or replace function event_of_stay() returns trigger language plpgsql as $$
begin
  perform event_note('reservation.changed', new.id::text, new.property_id, new.guest_id,
    event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  if new.property_id <> old.property_id then
    perform event_note('reservation.moved_away', new.id::text, old.property_id, new.guest_id);
  end if;
  return null;
end $$;
