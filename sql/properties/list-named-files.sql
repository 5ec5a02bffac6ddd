-- Which of these files are photos of homes.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from property_photos p where p.path = '/storage/' || file.name)
