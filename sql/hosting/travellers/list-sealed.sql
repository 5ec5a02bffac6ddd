-- The travellers of some stays; writes that they are read.
update travellers set read_at = clock_timestamp() where reservation_id = any (:reservation_ids::bigint[])
returning reservation_id, sealed
