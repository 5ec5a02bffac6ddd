-- Forgets days that the channel manager has accepted; what has changed meanwhile stays.
update channel_updates
set sending = '{}', due_at = now(), is_refused = false, failures = 0, failing_since = null, alerted_at = null, error = null
where kind = :kind and subscription_id = any (:subscription_ids::uuid[])
