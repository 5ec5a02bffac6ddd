-- Uses the challenge of an account up; no row when there is none, or somebody else has.
-- optional
delete from passkey_challenges where user_id = :user_id and purpose = :purpose and expires_at > now() returning challenge
