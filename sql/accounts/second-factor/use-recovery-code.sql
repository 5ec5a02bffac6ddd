-- Uses a recovery code up; no row when there is none.
-- optional
delete from recovery_codes where user_id = :user_id and code_hash = :code_hash returning user_id
