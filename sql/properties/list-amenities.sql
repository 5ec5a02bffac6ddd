-- What homes can have.
select id, name_fr, name_en from amenities order by position
