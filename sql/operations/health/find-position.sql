-- The position of the primary: a read at this position finds everything committed before.
-- one
-- not null: position
select database_identity() || '/' || pg_current_wal_insert_lsn() as position
