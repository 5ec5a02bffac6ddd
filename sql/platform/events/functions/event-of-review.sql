create or replace function event_of_review() returns trigger language plpgsql as $$
begin
  perform event_note('review.created', new.id::text, new.property_id, new.author_id, null, 'guest', new.author_id);
  return null;
end $$;
