-- One country by its ISO 3166-1 code.
select id from countries where id = upper(:country_id)
