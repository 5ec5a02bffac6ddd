-- The picture of an account, and the files that it has sent.
-- not null: path
select avatar as path from users where id = :user_id and avatar is not null
union all
select attachment from messages where sender_id = :user_id and attachment is not null
