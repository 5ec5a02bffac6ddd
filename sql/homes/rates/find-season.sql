-- One season. Seasons of a draft home are for its owner and the staff.
-- reads: properties: seasons of a draft are for its owner and the staff
-- optional
-- nullable: :homes, :user_id
select id, property_id, label, description, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy, status
from seasons s
where id = :season_id
  and exists (
    select from properties p
    where p.id = s.property_id
      and (:homes::uuid[] is null or p.id = any (:homes))
      and (p.status = 'published' or (p.status = 'draft' and (:is_staff::boolean or p.owner_id = :user_id::bigint))))
