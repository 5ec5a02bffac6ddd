-- Stays whose nights were sold twice, by a channel.
-- one
-- not null: stays
select count(*) as stays from occupancy where overbooked
