-- One country by its ISO 3166-1 code.
-- replica: yes
-- optional
select id from countries where id = upper(:country_id)
