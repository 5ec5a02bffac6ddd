-- Counts a wrong try of a reset code; of an unknown address there is none, and the statement does the same.
-- nullable: :user_id
update password_resets set attempts = attempts + 1 where user_id = :user_id::bigint
