-- The file of a picture, and the time that decides whether its address has expired.
-- optional
-- not null: now
select path, extract(epoch from now())::bigint as now from arrival_pictures where id = :picture_id
