-- Brings the conflicts of a feed with stays up to date: nights of its events from today on that lie over a stay. An event is an echo, and no
-- conflict, when all its nights are taken here by something else than this feed, and its platform had read the stay before the event came up.
-- One of the same nights as a stay that was written down is that stay, and stays it while they overlap; if it leaves before the day of arrival, that is
-- a conflict too. Returns the conflicts that have nights that nobody was notified of, by arrival.
-- reads: states: a conflict is between an event and a stay
-- reads: properties: conflicts begin today at the home, and its owner is notified
-- reads: schema: nodes of 0.2 cannot show conflicts of stays that were written down
-- not null: kind, nights, check_in, check_out, owner_id, home, feed
with feed as (
  select f.id, f.property_id, f.name, f.taken, p.owner_id, p.title, (now() at time zone p.timezone)::date as today,
    exists (select from enabled_releases where release = '0.3') as is_enabled
  from calendar_feeds f join properties p on p.id = f.property_id
  where f.id = :feed_id
), event as (
  select daterange(greatest(one.start_date, feed.today), one.end_date, '[]') as nights, coalesce(one.is_block, false) as is_block,
    coalesce(one.is_echo, false) as is_echo, one.exported_at
  from feed
  cross join lateral jsonb_to_recordset(feed.taken) one (start_date date, end_date date, is_block boolean, is_echo boolean, exported_at timestamptz)
  where one.end_date >= feed.today
), taken as (
  select o.stay, o.stay * daterange(feed.today, null) as nights, o.reservation_id, r.created_at, r.is_written_down and feed.is_enabled as is_written_down, k.feed_id, coalesce(k.is_echo, false) as is_echo
  from feed
  join occupancy o on o.property_id = feed.property_id
  left join reservations r on r.id = o.reservation_id
  left join closures k on k.id = o.closure_id
  where upper(o.stay) > feed.today and coalesce(r.hold_expires_at > now(), true)
), exported as (
  select coalesce(range_agg(stay), '{}') as nights from taken where feed_id is distinct from :feed_id and not is_echo
), over_stay as (
  select t.reservation_id,
    (case when t.is_written_down and t.nights = e.nights then 'same' when e.is_block then 'block'
      when e.nights <@ exported.nights then 'possible' else 'certain' end)::calendar_conflict_kind as kind,
    range_agg(e.nights * t.stay) as nights
  from event e
  join taken t on t.reservation_id is not null and t.stay && e.nights
  cross join exported
  where not (e.nights <@ exported.nights and coalesce(t.created_at < e.exported_at, false))
    and not (e.is_echo and t.is_written_down)
  group by 1, 2
), claimed as (
  select * from over_stay
  union all
  select t.reservation_id, case when e.is_present then 'same' else 'gone' end::calendar_conflict_kind, datemultirange(t.nights)
  from feed
  cross join taken t
  -- Another platform may have the stay.
  cross join lateral (select exists (
    select from calendar_feeds f
    cross join lateral jsonb_to_recordset(f.taken) one (start_date date, end_date date, is_echo boolean)
    where f.property_id = feed.property_id and not coalesce(one.is_echo, false) and daterange(one.start_date, one.end_date, '[]') && t.stay
  ) as is_present) e
  where t.is_written_down and lower(t.stay) >= feed.today
    and exists (
      select from calendar_conflicts c
      where c.feed_id = :feed_id and c.reservation_id = t.reservation_id and c.kind in ('same', 'gone') and c.nights + c.dismissed && t.stay)
    and not exists (select from over_stay o where o.reservation_id = t.reservation_id and o.kind = 'same')
), found as (
  select claimed.reservation_id, claimed.kind, claimed.nights - coalesce(c.dismissed, '{}') as nights
  from claimed
  left join calendar_conflicts c
    on c.feed_id = :feed_id and c.reservation_id = claimed.reservation_id and c.kind = claimed.kind
), gone as (
  update calendar_conflicts c set nights = '{}', dismissed = '{}'
  where c.feed_id = :feed_id and c.other_feed_id is null and not (isempty(c.nights) and isempty(c.dismissed))
    and not exists (select from found where found.reservation_id = c.reservation_id and found.kind = c.kind)
), present as (
  insert into calendar_conflicts as c (feed_id, reservation_id, kind, nights, told)
  select :feed_id, reservation_id, kind, nights, nights from found
  on conflict (feed_id, reservation_id, kind) do update
  set nights = excluded.nights, told = c.told + excluded.nights,
    opened_at = case when isempty(c.nights) then now() else c.opened_at end
  where c.nights <> excluded.nights
)
select found.reservation_id, found.kind, found.nights::text as nights, r.check_in, r.check_out, feed.owner_id,
  feed.title as home, feed.name as feed
from found
cross join feed
join reservations r on r.id = found.reservation_id
where found.kind not in ('block', 'same')
  and not found.nights <@ coalesce((
    select range_agg(part) from calendar_conflicts c cross join lateral unnest(c.told) part
    where c.feed_id = :feed_id and c.reservation_id = found.reservation_id
      and (c.kind = found.kind or c.kind = 'certain' and found.kind = 'possible')), '{}')
order by r.check_in, found.reservation_id, found.kind
