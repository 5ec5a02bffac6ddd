-- Kinds of homes.
-- stale: yes
select id, name_fr, name_en from property_types order by position
