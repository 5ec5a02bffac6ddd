-- Stores an event in the inbox; no row when it is there already, unless it is to be applied when it is sent again.
-- optional
-- nullable: :payload, :body, :error, :subscription_id, :property_id
insert into inbound_events (provider, event_id, type, payload, body, status, error, settled_at, subscription_id,
  property_id)
values (:provider, :event_id, :type, :payload, :body, :status, :error,
  case when :status::event_status <> 'received' then now() end, :subscription_id, :property_id)
on conflict (provider, event_id) do update
set payload = excluded.payload, received_at = now(), status = excluded.status, error = excluded.error,
  settled_at = excluded.settled_at, is_repeatable = false
where inbound_events.is_repeatable
returning event_id
