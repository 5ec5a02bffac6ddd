-- Makes one fact of changes of one object by one actor that wait: the last one, with the oldest of previous values. The caller has locked the feed.
with waiting as (
  select f.id, f.previous, max(f.id) over same as kept
  from (select * from event_facts order by id limit :limit) f
  where f.type ~ '\.(changed|updated)$' and f.days is null
  window same as (partition by f.type, f.subject_id, f.property_id, f.owner_id, f.person_id, f.actor, f.actor_id)
), gone as (
  delete from event_facts f using waiting w where f.id = w.id and w.id <> w.kept returning w.kept
), oldest as (
  select w.kept, jsonb_object_agg(v.key, v.value order by w.id desc) as previous
  from waiting w cross join lateral jsonb_each(w.previous) v
  where w.kept in (select kept from gone) group by w.kept
)
update event_facts f set previous = o.previous from oldest o where f.id = o.kept
