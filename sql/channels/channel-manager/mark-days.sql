-- Marks days of one room, where the channel manager knows something else.
insert into channel_updates as u (subscription_id, kind, days)
values (:subscription_id, :kind, (select range_agg(daterange(day, day, '[]')) from unnest(:days::date[]) day))
on conflict (subscription_id, kind) do update set days = u.days + excluded.days
