-- The amenities that homes can have.
-- replica: yes
select id, name_fr, name_en from amenities order by position
