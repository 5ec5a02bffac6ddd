-- Removes names, words and pictures of a person from the events of others, and everything but the facts from their own.
with waiting as (
  update event_facts set previous = null where owner_id = :user_id
), own as (
  update events set data = null, previous = null where owner_id = :user_id
)
update events
set data = data || (
  select coalesce(jsonb_object_agg(key, 'null'::jsonb), '{}')
  from jsonb_object_keys(data) key
  where key in ('guest', 'guest_name', 'contact_name', 'author', 'content', 'reply', 'attachment', 'attachment_file'))
where person_id = :user_id and data is not null and owner_id <> :user_id
