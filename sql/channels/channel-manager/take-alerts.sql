-- Homes whose days could not be sent for a day, each once until it works again.
-- reads: properties: an alert names the home, and goes to its owner
-- not null: error
update channel_updates u
set alerted_at = now()
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.id = u.subscription_id and u.failing_since < now() - interval '1 day' and u.alerted_at is null
returning u.subscription_id, u.kind, u.failing_since::text as failing_since, s.property_id, p.owner_id, p.title as home, u.error
