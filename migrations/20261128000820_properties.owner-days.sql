-- migrate:up
-- Nights a calendar year that a home's own owner may make stays for; null: as many as they like. The company that rents the home out sets it.
alter table properties add column owner_days integer check (owner_days between 0 and 366);

-- migrate:down
alter table properties drop column owner_days;
