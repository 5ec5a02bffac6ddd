-- Counts the reviews of a home, whose row the caller has locked, and stores what they come to.
-- one
-- nullable: rating_average
-- not null: rating_count
with counted as (
  select round(avg(rating), 2) as rating_average, count(*)::integer as rating_count,
    array[count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[] as histogram,
    jsonb_strip_nulls(jsonb_build_object('cleanliness', round(avg(cleanliness), 2), 'accuracy', round(avg(accuracy), 2),
      'check_in', round(avg(check_in), 2), 'communication', round(avg(communication), 2),
      'location', round(avg(location), 2), 'value', round(avg(value), 2))) as averages
  from comments where property_id = :property_id and hidden_at is null
), stored as (
  insert into rating_summaries (property_id, histogram, averages)
  select :property_id, histogram, averages from counted
  on conflict (property_id) do update set histogram = excluded.histogram, averages = excluded.averages
)
select rating_average, rating_count from counted
