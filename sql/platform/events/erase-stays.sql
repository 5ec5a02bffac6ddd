-- Removes names and words from the events about some stays of a company.
with waiting as (
  update event_facts set previous = null
  where owner_id = :owner_id and type like 'reservation.%' and subject_id = any (:reservation_ids::text[]) and previous is not null
)
update events
set previous = null, data = data || (
  select coalesce(jsonb_object_agg(key, 'null'::jsonb), '{}')
  from jsonb_object_keys(data) key
  where key in ('guest', 'guest_name', 'contact_name', 'author', 'content', 'labels', 'remarks', 'attachment', 'attachment_file'))
where owner_id = :owner_id and data is not null
  and coalesce(data ->> 'reservation_id', case when type like 'reservation.%' then subject_id end) = any (:reservation_ids::text[])
