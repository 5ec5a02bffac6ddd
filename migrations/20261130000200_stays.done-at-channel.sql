-- migrate:up
-- When a company last said that it has cancelled or changed a stay at its channel itself, because no connection brings that. From then on changes
-- of the stay are in the audit.
alter table reservations add column done_at_channel_at timestamptz;

create trigger reservations_audited_at_channel after update of done_at_channel_at on reservations for each row
  execute function audit_row('reservation.done_at_channel', '{done_at_channel_at}');

drop trigger reservations_audited_change on reservations;
create trigger reservations_audited_change after update on reservations for each row
  when ((old.property_id is distinct from new.property_id or old.check_in is distinct from new.check_in
      or old.check_out is distinct from new.check_out or old.adults is distinct from new.adults or old.children is distinct from new.children
      or old.infants is distinct from new.infants or old.total_cents is distinct from new.total_cents)
    and (new.source = 'direct' or new.done_at_channel_at is not null))
  execute function audit_row('reservation', '{property_id,check_in,check_out,adults,children,infants,total_cents}');

-- migrate:down
drop trigger reservations_audited_change on reservations;
create trigger reservations_audited_change after update on reservations for each row
  when ((old.property_id is distinct from new.property_id or old.check_in is distinct from new.check_in
      or old.check_out is distinct from new.check_out or old.adults is distinct from new.adults or old.children is distinct from new.children
      or old.infants is distinct from new.infants or old.total_cents is distinct from new.total_cents)
    and new.source = 'direct')
  execute function audit_row('reservation', '{property_id,check_in,check_out,adults,children,infants,total_cents}');

drop trigger reservations_audited_at_channel on reservations;
alter table reservations drop column done_at_channel_at;
