-- Turns facts into events with the next positions, in the order of the facts. `shown`: the subject of each, [{id, data, is_brief}];
-- a brief one has no previous values. The caller has locked the feed.
-- one
with taken as (
  delete from event_facts f using jsonb_to_recordset(:shown::jsonb) as s(id bigint, data jsonb, is_brief boolean) where f.id = s.id
  returning f.*, s.data, s.is_brief
), numbered as (
  select t.*, row_number() over (order by t.id) as number from taken t
), feed as (
  update event_feed set position = position + (select count(*) from numbered) returning position
), given as (
  insert into events (position, id, type, subject_id, owner_id, property_id, person_id, actor, actor_id, data, previous, created_at, at)
  select feed.position - (select count(*) from numbered) + t.number, t.id, t.type, t.subject_id, t.owner_id, t.property_id, t.person_id,
    t.actor, t.actor_id, t.data, case when not t.is_brief then t.previous end, t.created_at, clock_timestamp()
  from numbered t, feed
)
select position from feed
