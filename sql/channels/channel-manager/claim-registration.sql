-- Claims a subscription that has to be sent to the channel manager, as it is now; no row while another claim holds.
-- reads: properties: the channel manager gets the title of the home
-- optional
-- nullable: remote_property_id, remote_webhook_id
update webhook_subscriptions s
set registration_claim = registration_claim + 1,
  registration_claimed_until = now() + :lease_seconds * interval '1 second'
from properties p
where s.id = :webhook_id and p.id = s.property_id and registration = 'pending' and registration_claimed_until <= now()
returning s.id, s.property_id, p.owner_id, p.title as home, s.callback_url, s.event_mask, s.headers, s.request_params,
  s.send_data, s.is_active, s.remote_property_id, s.remote_webhook_id, s.secret_version, s.registration_version,
  s.registration_claim
