-- How far the primary is: whoever reads at this position finds what was committed before.
-- one
-- not null: position
select database_identity() || '/' || pg_current_wal_insert_lsn() as position
