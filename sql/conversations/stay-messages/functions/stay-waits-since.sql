-- The time since which a guest waits: that of the first message without a later answer. A channel that refuses an answer, or may not have taken it,
-- leaves the guest waiting.
create or replace function stay_waits_since(thread stay_threads) returns timestamptz language sql stable as $$
  select min(h.created_at)
  from stay_messages h
  where h.reservation_id = thread.reservation_id and h.from_guest and h.id > thread.answered_up_to
    and not exists (
      select from stay_messages a
      where a.reservation_id = h.reservation_id and a.id > h.id and not a.from_guest and not a.is_automatic
        and a.source <> 'note' and a.state in ('sending', 'sent'))
$$;
