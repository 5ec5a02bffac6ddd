-- The amenities that homes can have.
-- stale: yes
select id, name_fr, name_en from amenities order by position
