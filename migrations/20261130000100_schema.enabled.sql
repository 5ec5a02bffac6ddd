-- migrate:up
-- Releases that an operator has enabled (docs/upgrading.md), and the day of it, in UTC. A database without accounts is new: nothing in it is of
-- an earlier release.
create table enabled_releases (
  release text primary key,
  enabled_on date not null
);
insert into enabled_releases (release, enabled_on) select '0.3', '-infinity' where not exists (select from users);

-- migrate:down
drop table enabled_releases;
