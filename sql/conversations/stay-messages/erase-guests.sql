-- Deletes the conversations of some stays, with the notes.
with threads as (delete from stay_threads where reservation_id = any (:reservation_ids::bigint[]))
delete from stay_messages where reservation_id = any (:reservation_ids::bigint[])
