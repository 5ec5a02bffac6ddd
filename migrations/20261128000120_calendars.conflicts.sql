-- migrate:up
-- When the platform of a feed last read the calendar that it was given. Until now nobody has written it down: platforms read every few
-- hours, so that what they say today of stays that exist is taken for an echo.
alter table calendar_feeds add column exported_at timestamptz;
update calendar_feeds set exported_at = now() where imported_at is not null;

-- `certain`: nights of the event are not in what the platform was given. `possible`: they are, but the platform had not read the stay when
-- the event came up. `block`: days that the platform names as closed by hand, which nobody has booked.
create type calendar_conflict_kind as enum ('certain', 'possible', 'block');

-- Nights that a feed says are taken and that a stay has (docs/design/channels.md, "A calendar that disagrees").
create table calendar_conflicts (
  id integer generated always as identity unique,
  feed_id integer not null references calendar_feeds on delete cascade,
  reservation_id integer not null references reservations on delete cascade,
  kind calendar_conflict_kind not null,
  -- Empty: the feed says so no longer.
  nights datemultirange not null,
  -- All nights of which the owner was told.
  told datemultirange not null,
  opened_at timestamptz not null default now(),
  primary key (feed_id, reservation_id, kind)
);
create index calendar_conflicts_reservation on calendar_conflicts (reservation_id);
create trigger calendar_conflicts_checked before insert on calendar_conflicts
  for each statement execute function refuse_until_checked();

insert into notification_types (name) values ('calendar_conflict');

-- migrate:down
delete from notifications where type = 'calendar_conflict';
delete from notification_types where name = 'calendar_conflict';
drop table calendar_conflicts;
drop type calendar_conflict_kind;
alter table calendar_feeds drop column exported_at;
