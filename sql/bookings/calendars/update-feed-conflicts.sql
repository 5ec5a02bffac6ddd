-- Brings the conflicts of a feed with other feeds of its home up to date: :clashes, a list of {other_feed_id, kind, nights}, with the days of the nights. The older feed of two
-- has the row. Returns those that have nights that nobody was notified of.
-- reads: properties: conflicts begin today at the home, and its owner is notified
-- reads: schema: nodes of 0.2 cannot show conflicts between two feeds
-- not null: kind, nights, other_feed_id, owner_id, home, feed, other_feed
with feed as (
  select f.id, f.property_id, f.name, p.owner_id, p.title, (now() at time zone p.timezone)::date as today
  from calendar_feeds f join properties p on p.id = f.property_id
  where f.id = :feed_id and exists (select from enabled_releases where release = '0.3')
), clash as (
  select least(feed.id, one.other_feed_id) as feed_id, greatest(feed.id, one.other_feed_id) as other_feed_id, one.other_feed_id as with_id, one.kind,
    (select coalesce(range_agg(daterange(day, day, '[]')), '{}') from unnest(one.nights) day where day >= feed.today) as nights
  from feed
  cross join lateral jsonb_to_recordset(:clashes) one (other_feed_id bigint, kind calendar_conflict_kind, nights date[])
), found as (
  select clash.feed_id, clash.other_feed_id, clash.with_id, clash.kind, clash.nights - coalesce(c.dismissed, '{}') as nights
  from clash
  left join calendar_conflicts c on c.feed_id = clash.feed_id and c.other_feed_id = clash.other_feed_id and c.kind = clash.kind
  where not isempty(clash.nights)
), gone as (
  update calendar_conflicts c set nights = '{}', dismissed = '{}'
  where c.other_feed_id is not null and :feed_id::bigint in (c.feed_id, c.other_feed_id) and not (isempty(c.nights) and isempty(c.dismissed))
    and not exists (select from found where found.feed_id = c.feed_id and found.other_feed_id = c.other_feed_id and found.kind = c.kind)
), present as (
  insert into calendar_conflicts as c (feed_id, other_feed_id, kind, nights, told)
  select feed_id, other_feed_id, kind, nights, nights from found
  on conflict (feed_id, other_feed_id, kind) do update
  set nights = excluded.nights, told = c.told + excluded.nights,
    opened_at = case when isempty(c.nights) then now() else c.opened_at end
  where c.nights <> excluded.nights
)
select found.kind, found.nights::text as nights, found.with_id as other_feed_id, feed.owner_id, feed.title as home, feed.name as feed, other.name as other_feed
from found
cross join feed
join calendar_feeds other on other.id = found.with_id
where not found.nights <@ coalesce((
  select range_agg(part) from calendar_conflicts c cross join lateral unnest(c.told) part
  where c.feed_id = found.feed_id and c.other_feed_id = found.other_feed_id and c.kind in ('certain', found.kind)), '{}')
order by found.with_id, found.kind
