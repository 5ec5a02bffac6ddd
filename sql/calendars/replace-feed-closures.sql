-- Replaces the closures of a feed by what the feed says now, except on nights of stays; unchanged closures are not rewritten. `taken`
-- is a list of {uid, start_date, end_date}, both days inclusive. Returns those that are new, whose nights are still to be taken
-- (sql/stays/take-closed-nights.sql).
with wanted as (
  select distinct feed.uid, lower(part) as start_date, upper(part) - 1 as end_date
  from jsonb_to_recordset(:taken) feed (uid text, start_date date, end_date date)
  cross join (
    select coalesce(range_agg(stay), '{}') as stays from occupancy where property_id = :property_id and kind = 'stay'
  ) booked
  cross join lateral unnest(datemultirange(daterange(feed.start_date, feed.end_date, '[]')) - booked.stays) part
), gone as (
  delete from closures c
  where c.feed_id = :feed_id
    and not exists (
      select from wanted w where w.uid = c.uid and w.start_date = c.start_date and w.end_date = c.end_date)
)
insert into closures (property_id, start_date, end_date, reason, feed_id, uid)
select :property_id, w.start_date, w.end_date, :reason, :feed_id, w.uid
from wanted w
where not exists (
  select from closures c
  where c.feed_id = :feed_id and c.uid = w.uid and c.start_date = w.start_date and c.end_date = w.end_date)
returning id, start_date, end_date
