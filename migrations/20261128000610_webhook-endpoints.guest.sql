-- migrate:up
-- Whether the stays that it is sent have the guest of the stay.
alter table webhook_endpoints add column include_guest boolean not null default false;

-- migrate:down
alter table webhook_endpoints drop column include_guest;
