-- migrate:up
-- Up to which message a company has answered a guest, or said that no answer is needed. What had been read before counts as answered.
alter table stay_threads add column answered_up_to integer not null default 0;
update stay_threads set answered_up_to = case when unread = 0 then last_message_id else read_up_to end;
create index stay_threads_waiting on stay_threads (owner_id) where last_message_id > answered_up_to;
-- A message that a template has sent answers nobody.
alter table stay_messages add column is_automatic boolean not null default false;
drop trigger stay_messages_told_changed on stay_messages;
create trigger stay_messages_told_changed after update on stay_messages for each row
  when (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{claimed_at,external_id,is_automatic}'))
  execute function event_of_stay_message('{id,reservation_id,source,content,attachments,sent_by,state,error,created_at}');

-- Since when a guest waits: the time of the first message that no later one answers. A channel that refuses an answer, or may not have taken it,
-- leaves the guest waiting.
create function stay_waits_since(thread stay_threads) returns timestamptz language sql stable as $$
  select min(h.created_at)
  from stay_messages h
  where h.reservation_id = thread.reservation_id and h.from_guest and h.id > thread.answered_up_to
    and not exists (
      select from stay_messages a
      where a.reservation_id = h.reservation_id and a.id > h.id and not a.from_guest and not a.is_automatic
        and a.source <> 'note' and a.state in ('sending', 'sent'))
$$;

-- migrate:down
drop function stay_waits_since(stay_threads);
drop trigger stay_messages_told_changed on stay_messages;
create trigger stay_messages_told_changed after update on stay_messages for each row
  when (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{claimed_at,external_id}'))
  execute function event_of_stay_message('{id,reservation_id,source,content,attachments,sent_by,state,error,created_at}');
alter table stay_messages drop column is_automatic;
alter table stay_threads drop column answered_up_to;
