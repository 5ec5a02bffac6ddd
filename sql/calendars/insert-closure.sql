-- Closes days, both inclusive, and takes their nights.
-- one
-- nullable: :reason, :feed_id, :uid
with closure as (
  insert into closures (property_id, start_date, end_date, reason, feed_id, uid)
  values (:property_id, :start_date, :end_date, :reason, :feed_id, :uid)
  returning id, property_id, start_date, end_date, reason
), nights as (
  insert into occupancy (property_id, kind, stay, closure_id)
  select property_id, 'closure', daterange(start_date, end_date, '[]'), id from closure
)
select id, start_date, end_date, reason from closure
