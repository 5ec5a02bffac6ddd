-- Uses up a code of a stay; no row when it was used already, or another one was mailed.
-- optional
delete from stay_codes where reservation_id = :reservation_id and code_hash = :code_hash returning reservation_id
