-- The installation, locked for a change. No row before the first start.
-- optional
-- not null: is_known_server
select database_id as known_id, started_at is not distinct from server_started_at() as is_known_server, epoch, beats
from installation for update
