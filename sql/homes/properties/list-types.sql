-- Kinds of homes.
-- replica: yes
select id, name_fr, name_en from property_types order by position
