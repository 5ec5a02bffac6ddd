-- The time zone of the place of a country that is nearest to a point.
-- optional
select timezone from cities
where country_id = :country_id
order by on_globe(latitude, longitude) <-> on_globe(:latitude, :longitude), id
limit 1
