-- Deletes those of some conversations that have no message left, with their reports; the caller has locked them.
with ended as (
  select id from conversations c
  where id = any (:conversation_ids::bigint[]) and not exists (select from messages m where m.conversation_id = c.id)
), sides as (
  delete from conversation_sides where conversation_id in (select id from ended) returning user_id
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
  where report_id in (select id from conversation_reports where conversation_id in (select id from ended))
), reports as (
  delete from conversation_reports where conversation_id in (select id from ended)
)
delete from conversations where id in (select id from ended)
