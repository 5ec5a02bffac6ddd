-- Cities from GeoNames, one array element each.
insert into cities (id, country_id, name, admin_code, population, latitude, longitude, timezone)
select * from unnest(:ids::text[], :country_ids::text[], :names::text[], :admin_codes::text[], :populations::integer[],
  :latitudes::double precision[], :longitudes::double precision[], :timezones::text[])
on conflict (id) do nothing
