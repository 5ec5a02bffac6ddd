-- Subject of a mail about unread messages: who has written, the last message that is unread and in no mail yet, and how long the mail waits:
-- until the first of them is five minutes old, and the mail before an hour.
-- reads: auth: the mail about unread messages names their writer
-- optional
-- not null: first_name, last_id, wait_seconds
select other.first_name, missed.last_id,
  ceil(greatest(0, extract(epoch from
    greatest(missed.since + interval '5 minutes', s.mailed_at + interval '1 hour') - now())))::integer as wait_seconds
from conversation_sides s
join users other on other.id = s.other_id
cross join lateral (
  select count(*), max(m.id) as last_id, min(m.created_at) as since
  from messages m
  where m.conversation_id = s.conversation_id and m.receiver_id = s.user_id and m.id > greatest(s.read_up_to, s.mailed_up_to)
) missed
where s.user_id = :user_id and s.other_id = :other_id and missed.count > 0
