-- Counts a wrong try of a verification code; of an unknown address there is none, and the statement does the same.
-- nullable: :user_id
update email_verifications set attempts = attempts + 1 where user_id = :user_id::bigint
