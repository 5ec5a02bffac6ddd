-- migrate:up
-- Revisions that stay in the feed of the channel manager: of homes that are not mapped, unreadable, or refused by a defect. `release`: the one
-- that has last tried to read it. `told_at`: when people were notified.
create table stuck_revisions (
  revision_id text primary key,
  remote_property_id text not null,
  kind text not null check (kind in ('unmapped', 'unreadable', 'failed')),
  reason text not null,
  release text not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  told_at timestamptz
);

-- migrate:down
drop table stuck_revisions;
