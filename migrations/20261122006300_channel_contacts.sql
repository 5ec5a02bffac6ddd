-- migrate:up
create index reservations_contact on reservations (contact_id) where contact_id is not null;
-- Contacts of guests of channels whose addresses are deleted some time after their stay.
create index contacts_reachable on contacts (id) where email is not null or phone is not null;

-- migrate:down
drop index contacts_reachable;
drop index reservations_contact;
