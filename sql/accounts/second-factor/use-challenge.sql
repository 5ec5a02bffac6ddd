-- Uses a challenge up; no row when somebody else has.
-- optional
delete from sign_in_challenges where token_hash = :token_hash returning user_id
