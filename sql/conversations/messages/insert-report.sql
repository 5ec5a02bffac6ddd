-- Reports a user's conversation with another, unless they have before; no row when the two have none.
-- optional
with side as (
  select conversation_id from conversation_sides where user_id = :user_id and other_id = :other_id
), reported as (
  insert into conversation_reports (conversation_id, reporter_id, reason)
  select conversation_id, :user_id, :reason from side
  on conflict (conversation_id, reporter_id) do nothing
)
select conversation_id from side
