-- Of the oldest messages, deletes the conversations whose last message is so many days old, whole and with their reports. One
-- that somebody writes in at this moment is left alone.
-- one
-- not null: deleted
with oldest as (
  select conversation_id, sender_id, receiver_id, created_at from messages order by id limit 1000
), held as (
  select c.id
  from conversations c
  where c.id in (
    select o.conversation_id
    from oldest o
    join conversation_sides s on s.user_id = o.sender_id and s.other_id = o.receiver_id
    join messages m on m.id = s.last_message_id
    where o.created_at < now() - make_interval(days => :days) and m.created_at < now() - make_interval(days => :days))
  order by c.id
  limit 100
  for update skip locked
), sides as (
  delete from conversation_sides s
  using held h, messages m
  where s.conversation_id = h.id and m.id = s.last_message_id and m.created_at < now() - make_interval(days => :days)
  returning s.user_id, s.conversation_id
), ended as (
  select distinct conversation_id from sides
), locked as (
  -- In the order of the users, as a new message locks them.
  select user_id from conversation_totals where user_id in (select user_id from sides) order by user_id for update
), totals as (
  update conversation_totals t
  set total = t.total - gone.count
  from (select user_id, count(*) from sides join locked using (user_id) group by user_id) gone
  where t.user_id = gone.user_id
), readings as (
  delete from conversation_readings
  where report_id in (select id from conversation_reports where conversation_id in (select conversation_id from ended))
), reports as (
  delete from conversation_reports where conversation_id in (select conversation_id from ended)
), written as (
  delete from messages where conversation_id in (select conversation_id from ended)
), gone as (
  delete from conversations where id in (select conversation_id from ended) returning 1
)
select count(*) as deleted from gone
