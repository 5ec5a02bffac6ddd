-- The homes of one owner that are rooms of a home at the channel manager.
-- reads: properties: rooms of one remote home can belong to several owners
-- not null: room_type_id
select s.room_type_id, s.property_id
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.provider = :provider and s.remote_property_id = :remote_property_id and p.owner_id = :owner_id
  and s.room_type_id is not null
