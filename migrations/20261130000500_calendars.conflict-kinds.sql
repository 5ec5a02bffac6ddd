-- migrate:up
-- `same`: an event and a stay that was written down for it. `gone`: such an event has left its platform.
alter type calendar_conflict_kind add value 'same';
alter type calendar_conflict_kind add value 'gone';

-- migrate:down
delete from calendar_conflicts where kind::text in ('same', 'gone');
drop trigger calendar_conflicts_told_deleted on calendar_conflicts;
drop trigger calendar_conflicts_told_updated on calendar_conflicts;
drop trigger calendar_conflicts_told_inserted on calendar_conflicts;
alter type calendar_conflict_kind rename to calendar_conflict_kind_of_later;
create type calendar_conflict_kind as enum ('certain', 'possible', 'block');
alter table calendar_conflicts alter column kind type calendar_conflict_kind using kind::text::calendar_conflict_kind;
drop type calendar_conflict_kind_of_later;
create trigger calendar_conflicts_told_inserted after insert on calendar_conflicts for each row when (new.kind <> 'block')
  execute function event_of_conflict();
create trigger calendar_conflicts_told_updated after update of nights on calendar_conflicts for each row when (new.kind <> 'block')
  execute function event_of_conflict();
create trigger calendar_conflicts_told_deleted after delete on calendar_conflicts for each row when (old.kind <> 'block')
  execute function event_of_conflict();
