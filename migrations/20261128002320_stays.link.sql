-- migrate:up
-- Links of stays are signed over this version: another one voids them. `shares_code`: those who travel with the guest see the code of the door.
alter table reservations add column link_version integer not null default 1, add column shares_code boolean not null default false;
create trigger reservations_audited_link after update of link_version on reservations for each row
  execute function audit_row('reservation.link', '{link_version}');

-- migrate:down
drop trigger reservations_audited_link on reservations;
alter table reservations drop column link_version, drop column shares_code;
