-- Seasons, of one home if it is given, earliest first. Seasons of draft homes are for their owners and the staff.
-- reads: properties: seasons of a draft are for its owner and the staff
-- nullable: :homes, :property_id, :user_id
-- not null: total
select id, property_id, label, description, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy, status, count(*) over () as total
from seasons s
where (:property_id::uuid is null or property_id = :property_id)
  and exists (
    select from properties p
    where p.id = s.property_id
      and (:homes::uuid[] is null or p.id = any (:homes))
      and (p.status = 'published' or (p.status = 'draft' and (:is_staff::boolean or p.owner_id = :user_id::bigint))))
order by start_date, id
limit :limit offset :offset
