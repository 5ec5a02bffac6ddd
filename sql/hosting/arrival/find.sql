-- Returns the arrival at a home; `updated_at` is null where nothing is written. Homes in Italy ask for the identity of guests unless their company says otherwise.
-- reads: properties: the country of a home says whether it asks for the identity of guests
-- optional
-- nullable: wifi, updated_at
-- not null: reveal_hours, texts, asks_identity
select coalesce(a.reveal_hours, 48) as reveal_hours, a.wifi, coalesce(a.texts, '{}') as texts, a.updated_at,
  case when a.property_id is null then p.country_id = 'IT' else coalesce(a.identity_asked_from < 'infinity', false) end as asks_identity
from properties p
left join arrivals a on a.property_id = p.id
where p.id = :property_id
