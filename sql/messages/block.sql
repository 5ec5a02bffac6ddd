-- Blocks a user; no row when there is no such account.
-- optional
with known as (select id from users where id = :blocked_id and deleted_at is null),
  blocked as (
    insert into message_blocks (user_id, blocked_id) select :user_id, id from known
    on conflict (user_id, blocked_id) do nothing
  )
select id from known
