-- Counts the subscriptions of the homes of an owner.
-- reads: properties: the limit of subscriptions counts all homes of an owner
-- one
-- not null: count
select count(*) as count
from webhook_subscriptions s join properties p on p.id = s.property_id
where p.owner_id = :owner_id
