-- A page of stuck revisions that another attempt may take, and that the feed has not brought since a time: unreadable ones of another release, and
-- those of homes that are mapped now.
-- reads: channel-manager: a revision of an unmapped home is tried again once the home is mapped
select s.revision_id, s.remote_property_id
from stuck_revisions s
where s.seen_at < :since::timestamptz and s.revision_id > :revision_id
  and (s.kind = 'unreadable' and s.release <> :release or s.kind = 'failed' or s.kind = 'unmapped' and exists (
    select from webhook_subscriptions w where w.remote_property_id = s.remote_property_id and w.is_active))
order by s.revision_id
limit 200
