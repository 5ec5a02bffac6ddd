-- The database as it is, and the one of the last start: server, database and timeline, which a restore, a copy and a promoted
-- standby change.
-- one
-- not null: database_id
-- nullable: known
select s.system_identifier || '.' || d.oid || '.' || c.timeline_id as database_id,
  (select i.database_id from installation i) as known
from pg_control_system() s, pg_control_checkpoint() c, pg_database d
where d.datname = current_database()
