-- Replaces the closures of a feed by what it said last, except on nights of stays; unchanged closures are not rewritten. Events that touch
-- are one closure, with the UID of the first; echoes are closures of their own. Returns those that are new, whose nights are still to be taken (sql/bookings/states/take-closed-nights.sql).
-- reads: states: a feed closes no nights of stays
with feed as (
  select id, property_id, name, taken from calendar_feeds where id = :feed_id
), event as (
  select uid, start_date, end_date, coalesce(is_echo, false) as is_echo
  from feed cross join lateral jsonb_to_recordset(feed.taken) one (uid text, start_date date, end_date date, is_echo boolean)
), begun as (
  select event.*, coalesce(max(end_date) over before < start_date - 1, true) as begins
  from event
  window before as (partition by is_echo order by start_date, end_date, uid rows between unbounded preceding and 1 preceding)
), numbered as (
  select begun.*, count(*) filter (where begins) over (partition by is_echo order by start_date, end_date, uid rows unbounded preceding) as island
  from begun
), island as (
  select (array_agg(uid order by start_date, end_date, uid))[1] as uid, is_echo, daterange(min(start_date), max(end_date), '[]') as nights
  from numbered
  group by is_echo, island
), wanted as (
  select island.uid, island.is_echo, lower(part) as start_date, upper(part) - 1 as end_date
  from feed
  cross join island
  cross join lateral (
    select coalesce(range_agg(o.stay), '{}') as stays from occupancy o
    where o.property_id = feed.property_id and o.kind = 'stay' and o.stay && island.nights
  ) booked
  cross join lateral unnest(datemultirange(island.nights) - booked.stays) part
), gone as (
  delete from closures c
  where c.feed_id = :feed_id
    and not exists (
      select from wanted w where w.uid = c.uid and w.start_date = c.start_date and w.end_date = c.end_date and w.is_echo = c.is_echo)
)
insert into closures (property_id, start_date, end_date, reason, feed_id, uid, is_echo)
select feed.property_id, w.start_date, w.end_date, feed.name, feed.id, w.uid, w.is_echo
from wanted w cross join feed
where not exists (
  select from closures c
  where c.feed_id = feed.id and c.uid = w.uid and c.start_date = w.start_date and c.end_date = w.end_date and c.is_echo = w.is_echo)
returning id, start_date, end_date
