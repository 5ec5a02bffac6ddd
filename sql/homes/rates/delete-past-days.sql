-- Deletes past days of homes whose oldest passed so many days and a month ago, in batches of homes: each home comes once a
-- month and not every day. Homes are locked first, as whoever changes days locks them; those that somebody changes now come later.
-- reads: properties: locks homes first, as every change of days does, so that none waits in a circle
-- one
-- not null: deleted
with homes as (
  select id
  from properties
  where id in (
    select property_id
    from (
      select property_id from calendar_days where day + 0 < current_date - :days::integer - 30 order by day + 0 limit 20
    ) oldest)
  order by id
  for no key update skip locked
), gone as (
  delete from calendar_days d
  using homes h
  cross join lateral (
    select day from calendar_days
    where property_id = h.id and day < current_date - :days::integer
    order by day limit 400
  ) past
  where d.property_id = h.id and d.day = past.day
  returning 1
)
select count(*) as deleted from gone
