-- Pictures of the way into a home. `until`: when their addresses end, in seconds since 1970.
-- not null: until
-- nullable: caption
select id, width, height, caption, attachment_deadline() as until from arrival_pictures where property_id = :property_id order by id
