-- migrate:up
-- Actions of members of a team are audited too: whether it is shown, its closed days, the feeds that close them, and moves of stays.
create trigger properties_status_audited after update of status on properties for each row execute function audit_row('property.status', '{status}');
create trigger calendar_feeds_audited after insert or delete on calendar_feeds for each row execute function audit_row('calendar_feed', '{name}');
-- Closures that people make; those of feeds are not audited.
create trigger closures_inserted_audited after insert on closures for each row when (new.feed_id is null)
  execute function audit_row('closure', '{start_date,end_date}');
create trigger closures_deleted_audited after delete on closures for each row when (old.feed_id is null)
  execute function audit_row('closure', '{start_date,end_date}');

-- Actor of the transaction (src/platform/db/client.ts); null: the service itself, or an operator.
create function audit_actor() returns jsonb language sql stable return nullif(current_setting('sejour.actor', true), '')::jsonb;

-- Moves by others than the guest. The history of the stay has those of the guest and of the service.
create function audit_of_move() returns trigger language plpgsql as $$
begin
  if (audit_actor() ->> 'id')::integer <> coalesce(new.guest_id, 0) then
    perform audit_note('reservation.status', new.id::text, new.property_id, null, jsonb_build_object('status', jsonb_build_array(old.status, new.status)));
  end if;
  return null;
end $$;
create trigger reservations_audited after update of status on reservations for each row when (old.status is distinct from new.status)
  execute function audit_of_move();

-- With which key a program did it for the account, and whether a member of its team did.
alter table audit_entries add column key_id uuid default (audit_actor() ->> 'key_id')::uuid;
alter table audit_entries add column as_member boolean not null default coalesce((audit_actor() ->> 'as_member')::boolean, false);

-- migrate:down
alter table audit_entries drop column key_id, drop column as_member;
drop trigger reservations_audited on reservations;
drop function audit_of_move();
drop function audit_actor();
drop trigger closures_deleted_audited on closures;
drop trigger closures_inserted_audited on closures;
drop trigger calendar_feeds_audited on calendar_feeds;
drop trigger properties_status_audited on properties;
