-- Changes a photo's text, and moves it to another place in the list; the other photos move along.
-- nullable: :alt, :position
with ordered as (
  select id, row_number() over (
    order by case when id = :photo_id and :position::integer is not null then :position - 0.5 +
      case when position < :position then 1 else 0 end else position end) as place
  from property_photos where property_id = :property_id
)
update property_photos f
set position = ordered.place, alt = case when f.id = :photo_id and :changes_alt::boolean then :alt else f.alt end
from ordered
where f.id = ordered.id
  and exists (select from ordered where id = :photo_id)
returning f.id, f.path as url, f.width, f.height, f.smaller, f.alt
