-- Adds a picture, ten at most; the caller has locked the home.
-- optional
-- not null: until
-- nullable: :caption, caption
insert into arrival_pictures (property_id, path, width, height, caption)
select :property_id, :path, :width, :height, :caption
from arrival_pictures
where property_id = :property_id
having count(*) < 10
returning id, width, height, caption, attachment_deadline() as until
