-- Voids the mailed codes of some stays.
delete from stay_codes where reservation_id = any (:reservation_ids::bigint[])
