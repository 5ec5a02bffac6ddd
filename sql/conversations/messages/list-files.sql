-- The files that a user has sent.
-- not null: path
select attachment as path from messages where sender_id = :user_id and attachment is not null
