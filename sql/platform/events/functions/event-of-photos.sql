create or replace function event_of_photos() returns trigger language plpgsql as $$
begin
  perform event_note('property.updated', p.id::text, p.id)
  from properties p where p.id in (select property_id from changed);
  return null;
end $$;
