-- Countries from ISO 3166-1, one array element each; an empty text is not known.
insert into countries (id, iso3, name_fr, name_en, phone_code, currency, continent)
select id, iso3, name_fr, name_en, nullif(phone_code, ''), nullif(currency, ''), nullif(continent, '')
from unnest(:ids::text[], :iso3s::text[], :names_fr::text[], :names_en::text[], :phone_codes::text[],
  :currencies::text[], :continents::text[]) c (id, iso3, name_fr, name_en, phone_code, currency, continent)
on conflict (id) do nothing
