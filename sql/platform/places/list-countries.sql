-- All countries, by their name in the reader's language.
-- replica: yes
-- not null: name
select id, iso3, case when :locale::text = 'en' then name_en else name_fr end as name, name_fr, name_en,
  phone_code, currency, continent
from countries
order by normalize_text(case when :locale::text = 'en' then name_en else name_fr end)
