-- migrate:up
-- A home asks that its guests are seen before the code of the door shows, and by whom and how they were (docs/design/domain.md, "Arrival").
alter table arrivals add column identity_asked_from timestamptz;
alter table reservations add column guest_seen jsonb;
-- Homes in Italy that exist go on as they are; new ones ask.
insert into arrivals (property_id, reveal_hours, texts)
select p.id, 48, '{}' from properties p where p.country_id = 'IT' on conflict do nothing;

drop trigger arrivals_audited on arrivals;
create trigger arrivals_audited after insert or update on arrivals for each row
  execute function audit_row('property.arrival', '{reveal_hours,wifi,texts,identity_asked_from}', 'property_id');
drop trigger reservations_audited_arrival on reservations;
create trigger reservations_audited_arrival after update of arrival_access, guest_seen on reservations for each row
  execute function audit_row('reservation.arrival', '{arrival_access,guest_seen}');
drop trigger reservations_told on reservations;
create trigger reservations_told after update on reservations for each row when (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{quote_id,quote,status,cancelled_by,cancelled_at,message,balance_made,hold_expires_at,arrival_access,guest_seen,link_version,shares_code,updated_at}'::text[]))
  execute function event_of_stay('{id,property_id,guest_id,check_in,check_out,adults,children,infants,source,ota_name,ota_reservation_code,total_cents,currency,labels,expected_arrival,remarks,commission_cents,cancellation_fee_cents,collected_by,continues,created_at}');

-- migrate:down
drop trigger reservations_told on reservations;
create trigger reservations_told after update on reservations for each row when (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{quote_id,quote,status,cancelled_by,cancelled_at,message,balance_made,hold_expires_at,arrival_access,link_version,shares_code,updated_at}'::text[]))
  execute function event_of_stay('{id,property_id,guest_id,check_in,check_out,adults,children,infants,source,ota_name,ota_reservation_code,total_cents,currency,labels,expected_arrival,remarks,commission_cents,cancellation_fee_cents,collected_by,continues,created_at}');
drop trigger reservations_audited_arrival on reservations;
create trigger reservations_audited_arrival after update of arrival_access on reservations for each row
  execute function audit_row('reservation.arrival', '{arrival_access}');
drop trigger arrivals_audited on arrivals;
create trigger arrivals_audited after insert or update on arrivals for each row
  execute function audit_row('property.arrival', '{reveal_hours,wifi,texts}', 'property_id');
alter table reservations drop column guest_seen;
alter table arrivals drop column identity_asked_from;
