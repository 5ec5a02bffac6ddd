-- migrate:up
-- What a node writes to see whether writes work, and takes back (sql/operations/insert-probe.sql): it has no rows.
create table write_probes (filler text not null);
-- A page for each probe: a disk that is full is noticed when the table has to grow.
alter table write_probes alter column filler set storage plain;

-- migrate:down
drop table write_probes;
