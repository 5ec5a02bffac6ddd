-- Locks what says up to which event there are deliveries.
-- one
select position from webhook_feed for update
