-- Blocks a person, unless the user has before.
insert into message_blocks (user_id, blocked_id) values (:user_id, :blocked_id)
on conflict (user_id, blocked_id) do nothing
