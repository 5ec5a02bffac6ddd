-- Turns days of calendars that have changed into facts: one for each range of days without a gap. Returns how many facts these are.
-- one
-- not null: noted
with changed as (
  delete from event_days
  where property_id in (select property_id from event_days order by property_id limit :limit for update skip locked)
  returning property_id, owner_id, days
), noted as (
  insert into event_facts (type, subject_id, property_id, owner_id, days)
  select 'calendar.changed', c.property_id::text, c.property_id, c.owner_id, r
  from changed c, unnest(c.days) r
  order by c.property_id, r
  returning 1
)
select count(*)::integer as noted from noted
