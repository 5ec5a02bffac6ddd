-- The pictures of an account.
-- not null: path
select avatar as path from users where id = :user_id and avatar is not null
