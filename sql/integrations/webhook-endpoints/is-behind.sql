-- Tells whether there are events without deliveries.
-- reads: events: the feed's end says whether there is something to deliver
-- one
-- not null: behind
select e.position > w.position as behind from event_feed e, webhook_feed w
