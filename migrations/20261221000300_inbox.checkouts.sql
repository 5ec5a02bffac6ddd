-- migrate:up
create index inbound_events_checkout on inbound_events ((payload #>> '{data,object,payment_intent}'))
where status = 'received' and type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded');

-- migrate:down
drop index inbound_events_checkout;
