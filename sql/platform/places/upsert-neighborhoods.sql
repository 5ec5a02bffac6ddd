-- Neighborhoods, one array element each; those that are known move.
insert into neighborhoods (id, city_id, name, population, latitude, longitude)
select * from unnest(:ids::text[], :city_ids::text[], :names::text[], :populations::integer[],
  :latitudes::double precision[], :longitudes::double precision[])
on conflict (id) do update set latitude = excluded.latitude, longitude = excluded.longitude
