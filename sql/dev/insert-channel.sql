-- The platforms of a demo home: a subscription of a channel manager, an assigned property there, and a calendar that is read again in ten years.
with subscribed as (
  insert into webhook_subscriptions (id, property_id, provider, callback_url) values (:webhook_id, :property_id, 'channex', :callback_url)
), assigned as (
  insert into channel_properties (remote_property_id, owner_id) values (:remote_property_id, :owner_id)
)
insert into calendar_feeds (property_id, name, url, next_fetch_at, imported_at)
values (:property_id, 'Airbnb', :feed_url, now() + interval '10 years', now())
