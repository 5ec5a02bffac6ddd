-- migrate:up
-- The stay before and after a change by its company; null: a transition.
alter table reservation_events add column change jsonb;

-- The stay that this one continues, because its guest has moved to another home.
alter table reservations add column continues integer references reservations;
create unique index reservations_continues on reservations (continues) where continues is not null;

-- A stay that moves to another home is reported at both. What does not change the state is no transition.
create or replace function event_of_stay() returns trigger language plpgsql as $$
begin
  perform event_note('reservation.changed', new.id::text, new.property_id, new.guest_id,
    event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  if new.property_id <> old.property_id then
    perform event_note('reservation.moved_away', new.id::text, old.property_id, new.guest_id);
  end if;
  return null;
end $$;
drop trigger reservation_events_told on reservation_events;
create trigger reservation_events_told after insert on reservation_events
  for each row when (new.from_status is distinct from new.to_status) execute function event_of_transition();

create trigger reservations_audited_change after update on reservations
  for each row when (
    (old.property_id, old.check_in, old.check_out, old.adults, old.children, old.infants, old.total_cents)
    is distinct from (new.property_id, new.check_in, new.check_out, new.adults, new.children, new.infants, new.total_cents)
    and new.source = 'direct')
  execute function audit_row('reservation', '{property_id,check_in,check_out,adults,children,infants,total_cents}');

-- migrate:down
drop trigger reservations_audited_change on reservations;
drop trigger reservation_events_told on reservation_events;
create trigger reservation_events_told after insert on reservation_events for each row execute function event_of_transition();
create or replace function event_of_stay() returns trigger language plpgsql as $$
begin
  perform event_note('reservation.changed', new.id::text, new.property_id, new.guest_id,
    event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  return null;
end $$;
alter table reservations drop column continues;
alter table reservation_events drop column change;
