-- Lists those of some homes that an owner has, by what the owner calls them, or by their ids.
-- reads: properties: a row of a file names its home by the owner's name for it, or by its id
-- nullable: external_id
-- not null: today
select p.id as property_id, i.external_id, p.min_stay, p.max_stay, p.currency, p.title, (now() at time zone p.timezone)::date as today
from properties p
left join imported_homes i on i.property_id = p.id
where p.owner_id = :owner_id and p.status <> 'archived'
  and (i.external_id = any (:external_ids::text[]) or p.id = any (:property_ids::uuid[]))
