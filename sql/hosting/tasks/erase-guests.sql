-- Deletes the notes of tasks about some stays.
update tasks set note = null where reservation_id = any (:reservation_ids::bigint[]) and note is not null
