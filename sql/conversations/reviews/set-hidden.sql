-- Hides a review or shows it again, and records who did and why; no row when it was so before.
-- optional
with changed as (
  update comments set hidden_at = case when :is_hidden::boolean then now() end
  where id = :comment_id and (hidden_at is not null) <> :is_hidden
  returning id
)
insert into comment_moderations (comment_id, actor_id, is_hidden, reason)
select id, :actor_id, :is_hidden, :reason from changed
returning id
