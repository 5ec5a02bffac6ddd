-- One of the two whose conversation it is may be an owner.
create or replace function audit_of_reading() returns trigger language plpgsql as $$
begin
  perform audit_note('conversation.read', new.report_id::text, null, (
    select u.id from conversation_reports r join conversations c on c.id = r.conversation_id join users u on u.id in (c.low_id, c.high_id)
    where r.id = new.report_id and u.role = 'owner' order by u.id limit 1), null);
  return null;
end $$;
