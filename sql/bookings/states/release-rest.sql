-- Frees the nights of a reservation from a day on, and keeps those before it. Returns the number of reservations with such nights.
-- one
-- not null: freed
with released as (
  update occupancy set stay = daterange(lower(stay), :day)
  where reservation_id = :reservation_id and lower(stay) < :day and upper(stay) > :day
  returning id
)
select count(*) as freed from released
