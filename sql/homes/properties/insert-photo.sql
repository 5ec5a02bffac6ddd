-- A photo at the end of a home's list, thirty at most.
-- optional
-- nullable: :alt
insert into property_photos (property_id, path, width, height, smaller, alt, position)
select :property_id, :path, :width, :height, :smaller, :alt, coalesce(max(position), 0) + 1
from property_photos
where property_id = :property_id
having count(*) < 30
returning id, path as url, width, height, smaller, alt
