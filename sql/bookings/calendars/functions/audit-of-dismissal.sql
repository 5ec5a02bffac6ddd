create or replace function audit_of_dismissal() returns trigger language plpgsql as $$
begin
  perform audit_note('calendar_conflict.dismissed', new.id::text, (select f.property_id from calendar_feeds f where f.id = new.feed_id), null,
    jsonb_build_object('nights', jsonb_build_array(old.nights::text, null), 'reason', jsonb_build_array(null, new.dismissed_because)));
  return null;
end $$;
