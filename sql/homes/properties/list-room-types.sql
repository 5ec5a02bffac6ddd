-- Kinds of rooms.
-- replica: yes
select id, name_fr, name_en from room_types order by position
