-- Stores an event in the inbox; no row when it is there already.
-- optional
-- nullable: :payload, :body, :error
insert into inbound_events (provider, event_id, type, payload, body, status, error, settled_at)
values (:provider, :event_id, :type, :payload, :body, :status, :error,
  case when :status::event_status <> 'received' then now() end)
on conflict (provider, event_id) do nothing
returning event_id
