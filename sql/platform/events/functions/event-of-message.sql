-- Both people of a conversation may be owners.
create or replace function event_of_message() returns trigger language plpgsql as $$
begin
  perform event_note('message.created', new.id::text, new.property_id, new.sender_id, null,
    case when exists (select from properties p where p.owner_id = new.sender_id) then 'owner' else 'guest' end::actor, new.sender_id, person)
  from unnest(array[new.sender_id, new.receiver_id]) person
  where exists (select from properties p where p.owner_id = person);
  return null;
end $$;
