-- Ends the wait of a mail about unread messages of a stay, whose conversation is locked. Returns what it says: the first messages of the
-- guest that are unread and in no mail yet, and how many there are. No row when none waits.
-- optional
-- not null: count, excerpts, last_id
with due as (
  select reservation_id, greatest(read_up_to, mailed_up_to) as after from stay_threads
  where reservation_id = :reservation_id and mail_due_at is not null
), missed as (
  select count(*) as count, coalesce(max(m.id), 0) as last_id,
    coalesce(array_agg(left(m.content, 500) order by m.id) filter (where m.row <= :limit::bigint), '{}') as excerpts
  from (
    select m.id, m.content, row_number() over (order by m.id) as row
    from due join stay_messages m on m.reservation_id = due.reservation_id and m.from_guest and m.id > due.after) m
)
update stay_threads t
set mail_due_at = null, mailed_at = case when missed.count > 0 then now() else t.mailed_at end,
  mailed_up_to = greatest(t.mailed_up_to, missed.last_id)
from due, missed
where t.reservation_id = due.reservation_id
returning missed.count, missed.excerpts, missed.last_id
