-- Deletes the travellers of some stays.
delete from travellers where reservation_id = any (:reservation_ids::bigint[])
