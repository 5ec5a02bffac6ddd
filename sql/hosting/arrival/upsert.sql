-- Writes how guests of a home arrive. Without `asks_identity` it stays as it is; stays whose arrival was open before it was asked are not asked.
-- Infinity is the answer that it never is.
-- reads: properties: the country of a home says whether it asks for the identity of guests
-- nullable: :wifi, :asks_identity
insert into arrivals as a (property_id, reveal_hours, wifi, texts, identity_asked_from)
select p.id, :reveal_hours, :wifi, :texts, case when :asks_identity then now() when not :asks_identity then 'infinity' when p.country_id = 'IT' then p.created_at end
from properties p
where p.id = :property_id
on conflict (property_id) do update
set reveal_hours = excluded.reveal_hours, wifi = excluded.wifi, texts = excluded.texts, updated_at = now(),
  identity_asked_from = case when :asks_identity::boolean is null then a.identity_asked_from when :asks_identity then coalesce(nullif(a.identity_asked_from, 'infinity'), now()) else 'infinity' end
