-- Writes how guests of a home arrive.
-- nullable: :wifi
insert into arrivals (property_id, reveal_hours, wifi, texts) values (:property_id, :reveal_hours, :wifi, :texts)
on conflict (property_id) do update
set reveal_hours = excluded.reveal_hours, wifi = excluded.wifi, texts = excluded.texts, updated_at = now()
