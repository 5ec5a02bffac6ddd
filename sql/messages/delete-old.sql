-- Deletes the oldest messages after so many days, a piece of them. The last one of a conversation stays for as long as the
-- conversation.
-- one
-- not null: deleted
with oldest as (
  select id, conversation_id, created_at from messages order by id limit 1000
), held as (
  select c.id
  from conversations c
  where c.id in (select conversation_id from oldest where created_at < now() - make_interval(days => :days))
  for update skip locked
), gone as (
  delete from messages m
  using held h, oldest o
  where m.id = o.id and h.id = o.conversation_id and o.created_at < now() - make_interval(days => :days)
    and not exists (select from conversation_sides s
      where s.user_id = m.sender_id and s.other_id = m.receiver_id and s.last_message_id = m.id)
  returning m.id, m.sender_id, m.receiver_id
), unread as (
  update conversation_sides s
  set unread = greatest(0, s.unread - missed.count)
  from (
    select g.receiver_id, g.sender_id, count(*)
    from gone g
    join conversation_sides r on r.user_id = g.receiver_id and r.other_id = g.sender_id and g.id > r.read_up_to
    group by 1, 2
  ) missed
  where s.user_id = missed.receiver_id and s.other_id = missed.sender_id
)
select count(*) as deleted from gone
