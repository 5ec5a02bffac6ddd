-- Endpoints at which nothing has arrived for four days.
select id from webhook_endpoints where disabled_at is null and failing_since < now() - interval '4 days' limit 100
