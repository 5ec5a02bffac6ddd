-- migrate:up
-- The homes whose events an endpoint is sent; null: all of the owner, also those to come.
alter table webhook_endpoints add column property_ids uuid[];
-- Deliveries that waited in vain because the endpoint had too many, in all, and since when it has had too many.
alter table webhook_endpoints add column dropped integer not null default 0;
alter table webhook_endpoints add column dropping_since timestamptz;

-- Only verified accounts have endpoints.
update webhook_endpoints e set disabled_at = now(), disabled_because = 'paused'
from users u where u.id = e.created_by and u.email_verified_at is null and e.disabled_at is null;

insert into notification_types (name) values ('webhook_endpoint_changed'), ('webhook_dropped');

-- migrate:down
delete from notifications where type in ('webhook_endpoint_changed', 'webhook_dropped');
delete from notification_types where name in ('webhook_endpoint_changed', 'webhook_dropped');
alter table webhook_endpoints drop column property_ids;
alter table webhook_endpoints drop column dropped;
alter table webhook_endpoints drop column dropping_since;
