-- Neighborhoods (sections of populated places) from GeoNames, one array element each.
insert into neighborhoods (id, city_id, name, population, latitude, longitude)
select * from unnest(:ids::text[], :city_ids::text[], :names::text[], :populations::integer[],
  :latitudes::double precision[], :longitudes::double precision[])
on conflict (id) do nothing
