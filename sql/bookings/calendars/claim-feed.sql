-- Claims a feed that is due. That makes it due again in half an hour: no other node takes it now, and it is read again if this node dies.
-- optional
update calendar_feeds f
set attempted_at = now(), next_fetch_at = now() + interval '30 minutes', claim = f.claim + 1
where f.id = (select id from calendar_feeds where id = :feed_id and next_fetch_at <= now() for update skip locked)
returning f.id, f.name, f.url, f.claim, f.stays, f.ignore_blocks, f.ends
