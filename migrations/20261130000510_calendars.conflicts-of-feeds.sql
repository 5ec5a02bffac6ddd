-- migrate:up
-- Adds conflicts of two feeds. The row belongs to the older feed. The key of before stays as a unique constraint, for nodes of 0.2.
alter table calendar_conflicts drop constraint calendar_conflicts_pkey;
alter table calendar_conflicts drop constraint calendar_conflicts_id_key;
alter table calendar_conflicts
  add primary key (id),
  add constraint calendar_conflicts_stay unique (feed_id, reservation_id, kind),
  alter column reservation_id drop not null,
  add column other_feed_id integer references calendar_feeds on delete cascade,
  -- Nights that somebody has dismissed, for as long as the feed goes on naming them.
  add column dismissed datemultirange not null default '{}',
  add column dismissed_because text check (char_length(dismissed_because) <= 255),
  add constraint calendar_conflicts_feeds unique (feed_id, other_feed_id, kind),
  add constraint calendar_conflicts_order check (feed_id < other_feed_id),
  add constraint calendar_conflicts_subject check (num_nonnulls(reservation_id, other_feed_id) = 1);
create index calendar_conflicts_other_feed on calendar_conflicts (other_feed_id);

create function audit_of_dismissal() returns trigger language plpgsql as $$
begin
  perform audit_note('calendar_conflict.dismissed', new.id::text, (select f.property_id from calendar_feeds f where f.id = new.feed_id), null,
    jsonb_build_object('nights', jsonb_build_array(old.nights::text, null), 'reason', jsonb_build_array(null, new.dismissed_because)));
  return null;
end $$;
create trigger calendar_conflicts_audited after update of dismissed_because on calendar_conflicts
  for each row when (not new.dismissed <@ old.dismissed) execute function audit_of_dismissal();

-- True for a stay that somebody of the company wrote down or imported: an event of the same nights at a platform is this stay.
alter table reservations add column is_written_down boolean not null default false;

insert into notification_types (name) values ('feed_conflict'), ('event_gone');

drop trigger calendar_conflicts_told_deleted on calendar_conflicts;
drop trigger calendar_conflicts_told_updated on calendar_conflicts;
drop trigger calendar_conflicts_told_inserted on calendar_conflicts;
create trigger calendar_conflicts_told_inserted after insert on calendar_conflicts
  for each row when (new.kind not in ('block', 'same')) execute function event_of_conflict();
create trigger calendar_conflicts_told_updated after update of nights on calendar_conflicts
  for each row when (new.kind not in ('block', 'same')) execute function event_of_conflict();
create trigger calendar_conflicts_told_deleted after delete on calendar_conflicts
  for each row when (old.kind not in ('block', 'same')) execute function event_of_conflict();

create or replace function event_of_conflict() returns trigger language plpgsql as $$
declare
  conflict constant calendar_conflicts := case tg_op when 'DELETE' then old else new end;
  before constant datemultirange := case tg_op when 'INSERT' then '{}' else old.nights end;
  after constant datemultirange := case tg_op when 'DELETE' then '{}' else new.nights end;
  is_closed constant boolean := isempty(after);
begin
  if after <@ before and not (is_closed and not isempty(before)) then return null; end if;
  perform event_note(
    case when is_closed then 'conflict.closed' else 'conflict.opened' end, conflict.id::text,
    -- A feed that is deleted takes its conflicts along.
    coalesce((select f.property_id from calendar_feeds f where f.id in (conflict.feed_id, conflict.other_feed_id) limit 1),
      (select r.property_id from reservations r where r.id = conflict.reservation_id)),
    null,
    case when tg_op = 'DELETE' then to_jsonb(conflict) - '{id,nights,told,opened_at,dismissed,dismissed_because}'::text[] else '{}' end
      || jsonb_build_object('nights', event_ranges(before)));
  return null;
end $$;

-- migrate:down
delete from notifications where type in ('feed_conflict', 'event_gone');
delete from notification_types where name in ('feed_conflict', 'event_gone');
drop trigger calendar_conflicts_audited on calendar_conflicts;
drop function audit_of_dismissal();
drop trigger calendar_conflicts_told_deleted on calendar_conflicts;
drop trigger calendar_conflicts_told_updated on calendar_conflicts;
drop trigger calendar_conflicts_told_inserted on calendar_conflicts;
create or replace function event_of_conflict() returns trigger language plpgsql as $$
declare
  conflict constant calendar_conflicts := case tg_op when 'DELETE' then old else new end;
  before constant datemultirange := case tg_op when 'INSERT' then '{}' else old.nights end;
  after constant datemultirange := case tg_op when 'DELETE' then '{}' else new.nights end;
  is_closed constant boolean := isempty(after);
begin
  if after <@ before and not (is_closed and not isempty(before)) then return null; end if;
  perform event_note(
    case when is_closed then 'conflict.closed' else 'conflict.opened' end, conflict.id::text,
    -- A feed that is deleted takes its conflicts along.
    coalesce((select f.property_id from calendar_feeds f where f.id = conflict.feed_id),
      (select r.property_id from reservations r where r.id = conflict.reservation_id)),
    null,
    case when tg_op = 'DELETE' then to_jsonb(conflict) - '{id,nights,told,opened_at}'::text[] else '{}' end
      || jsonb_build_object('nights', event_ranges(before)));
  return null;
end $$;
create trigger calendar_conflicts_told_inserted after insert on calendar_conflicts for each row when (new.kind <> 'block')
  execute function event_of_conflict();
create trigger calendar_conflicts_told_updated after update of nights on calendar_conflicts for each row when (new.kind <> 'block')
  execute function event_of_conflict();
create trigger calendar_conflicts_told_deleted after delete on calendar_conflicts for each row when (old.kind <> 'block')
  execute function event_of_conflict();
alter table reservations drop column is_written_down;
delete from calendar_conflicts where reservation_id is null or kind in ('same', 'gone');
alter table calendar_conflicts
  drop constraint calendar_conflicts_subject,
  drop constraint calendar_conflicts_order,
  drop constraint calendar_conflicts_feeds,
  drop column dismissed_because,
  drop column dismissed,
  drop column other_feed_id,
  alter column reservation_id set not null,
  drop constraint calendar_conflicts_stay,
  drop constraint calendar_conflicts_pkey,
  add primary key (feed_id, reservation_id, kind),
  add constraint calendar_conflicts_id_key unique (id);
