-- Properties of the channel manager that are assigned to an account, or all for the staff, with the homes that are mapped to them.
-- not null: property_ids, total
-- nullable: :remote_property_id
select c.remote_property_id, c.owner_id,
  array(
    select distinct s.property_id from webhook_subscriptions s where s.remote_property_id = c.remote_property_id order by 1
  ) as property_ids,
  c.created_at, count(*) over () as total
from channel_properties c
where (c.owner_id = :user_id or :is_staff::boolean)
  and (:remote_property_id::text is null or c.remote_property_id = :remote_property_id)
order by c.created_at desc, c.remote_property_id
limit :limit offset :offset
