-- Lists the photos of homes among some files; a smaller version has the name of its photo and its width.
-- not null: name
select file.name from unnest(:names::text[]) as file (name)
where exists (select from property_photos p where p.path = '/storage/' || regexp_replace(file.name, '-\d{1,4}(?=\.webp$)', ''))
