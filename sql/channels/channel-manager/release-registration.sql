-- Ends a claim with its outcome, which says nothing of a change that came later. None when the subscription was deleted, or
-- another claim has taken its place.
-- optional
-- nullable: :remote_webhook_id, :error
update webhook_subscriptions
set remote_webhook_id = :remote_webhook_id, registration_claimed_until = now(),
  registration = case when registration_version = :registration_version then :registration else registration end,
  registration_error = case when registration_version = :registration_version then :error end
where id = :webhook_id and registration_claim = :registration_claim
returning id
