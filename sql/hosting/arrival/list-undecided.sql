-- Homes in Italy of before that rule, whose owner has not said yet whether their guests are seen before the code of the door shows. With their number.
-- reads: properties: the country of a home says whether it is asked
-- nullable: :homes
-- not null: total
select p.id, p.title, count(*) over () as total
from arrivals a
join properties p on p.id = a.property_id
where a.identity_asked_from is null and p.country_id = 'IT' and p.status <> 'archived'
  and p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
order by p.title, p.id
limit :limit
