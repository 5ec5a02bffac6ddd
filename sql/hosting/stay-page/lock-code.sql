-- The code of a stay that is still valid, locked until the try is counted.
-- optional
select code_hash from stay_codes where reservation_id = :reservation_id and expires_at > now() for update
