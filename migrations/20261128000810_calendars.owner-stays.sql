-- migrate:up
-- An owner's stay is a closure with who stays (docs/design/domain.md, "An owner's stay").
create type closure_kind as enum ('closure', 'owner_stay');
alter table closures
  add column kind closure_kind not null default 'closure',
  -- Person or family who stays, and a note; deleted a year after they leave.
  add column name text check (char_length(name) <= 255),
  add column guests integer check (guests between 1 and 50),
  add column note text check (char_length(note) <= 2000),
  add constraint closures_owner_stay check (
    case kind when 'owner_stay' then feed_id is null and guests is not null else num_nonnulls(name, guests, note) = 0 end);
create index closures_named on closures (end_date) where name is not null or note is not null;

-- migrate:down
drop index closures_named;
alter table closures drop constraint closures_owner_stay, drop column kind, drop column name, drop column guests, drop column note;
drop type closure_kind;
