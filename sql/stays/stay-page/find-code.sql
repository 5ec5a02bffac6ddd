-- The code of a stay that is still valid.
-- optional
select code_hash from stay_codes where reservation_id = :reservation_id and expires_at > now()
