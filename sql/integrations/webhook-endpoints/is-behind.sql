-- Whether there are events without deliveries.
-- one
-- not null: behind
select e.position > w.position as behind from event_feed e, webhook_feed w
