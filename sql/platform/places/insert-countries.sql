-- Countries from ISO 3166-1, one array element each.
-- nullable: :phone_codes, :currencies
insert into countries (id, iso3, name_fr, name_en, phone_code, currency, continent)
select * from unnest(:ids::text[], :iso3s::text[], :names_fr::text[], :names_en::text[], :phone_codes::text[],
  :currencies::text[], :continents::text[])
on conflict (id) do nothing
