-- Stores an event in the inbox; no row when it is there already.
-- optional
-- nullable: :payload, :body, :error, :subscription_id, :property_id
insert into inbound_events (provider, event_id, type, payload, body, status, error, settled_at, subscription_id,
  property_id)
values (:provider, :event_id, :type, :payload, :body, :status, :error,
  case when :status::event_status <> 'received' then now() end, :subscription_id, :property_id)
on conflict (provider, event_id) do nothing
returning event_id
