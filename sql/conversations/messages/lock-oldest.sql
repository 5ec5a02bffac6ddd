-- The conversations of the oldest messages, some of them, locked until the end of the transaction: those with messages of more than so
-- many days, but not one that was reported since, nor one that somebody writes in at this moment.
select c.id
from conversations c
where c.id in (
  select oldest.conversation_id
  from (
    select m.conversation_id, m.created_at
    from messages m
    where m.conversation_id <> all(array(
      select r.conversation_id from conversation_reports r where r.created_at > now() - make_interval(days => :days)))
    order by m.id
    limit 1000
  ) oldest
  where oldest.created_at < now() - make_interval(days => :days))
order by c.id
limit 20
for update skip locked
