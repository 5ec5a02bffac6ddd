-- Puts an event into the inbox; no row when it is there already.
insert into inbound_events (provider, event_id, type, payload)
values (:provider, :event_id, :type, :payload)
on conflict (provider, event_id) do nothing
returning event_id
