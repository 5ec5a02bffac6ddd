-- The latest hundred changes of a city's tourist tax, newest first.
-- reads: places: changes of a tax are written down with the city
-- reads: auth: the list names who made each change
-- nullable: username
select t.id, t.changed_by, u.username, t.operator, t.changed_at,
  t.before_per_adult_night_cents, t.before_percent_hundredths, t.before_cap_cents,
  t.after_per_adult_night_cents, t.after_percent_hundredths, t.after_cap_cents
from tourist_tax_changes t left join users u on u.id = t.changed_by
where t.city_id = :city_id
order by t.id desc
limit 100
