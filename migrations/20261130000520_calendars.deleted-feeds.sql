-- migrate:up
-- Feeds that were deleted: a platform that still reads the address that it was given is answered for a week.
create table deleted_feeds (
  feed_id integer primary key,
  property_id uuid not null references properties on delete cascade,
  deleted_at timestamptz not null default now()
);
create index deleted_feeds_property on deleted_feeds (property_id);

-- migrate:down
drop table deleted_feeds;
