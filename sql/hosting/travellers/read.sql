-- The travellers of a stay; writes that they are read.
-- optional
update travellers set read_at = clock_timestamp() where reservation_id = :reservation_id
returning people, sealed, written_at
