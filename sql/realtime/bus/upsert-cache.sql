-- Keeps the last event of a cache channel.
insert into realtime_caches (channel, event, data) values (:channel, :event, :data)
on conflict (channel) do update set event = excluded.event, data = excluded.data, updated_at = now()
