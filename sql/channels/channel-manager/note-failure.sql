-- Notes that days could not be sent; they are sent again later: after seconds at first, in the end each quarter of an hour.
update channel_updates
set failures = failures + 1, is_refused = :is_refused, error = :error, failing_since = coalesce(failing_since, now()),
  due_at = now() + least(900, 5 * 2 ^ least(failures, 10)) * interval '1 second'
where kind = :kind and subscription_id = any (:subscription_ids::uuid[])
