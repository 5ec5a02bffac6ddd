-- migrate:up
-- The guest without an account of a stay is forgotten (docs/security.md, "Guests without an account").
alter table reservations add column guest_erased_at timestamptz;
create trigger reservations_audited_erased after update of guest_erased_at on reservations
  for each row execute function audit_row('reservation.guest_erased', '{guest_erased_at}');
create index contacts_proved on contacts (lower(proved_email)) where proved_email is not null;

-- migrate:down
drop index contacts_proved;
drop trigger reservations_audited_erased on reservations;
alter table reservations drop column guest_erased_at;
