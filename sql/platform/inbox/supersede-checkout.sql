-- The event of an intent takes the place of the one of its checkout, if that still waits: it says more about lost payments, and applying
-- both would ask the provider twice. Does nothing for other types.
update inbound_events set status = 'ignored', settled_at = now()
where :type::text = 'payment_intent.succeeded' and provider = 'stripe' and status = 'received' and type = any (:checkout_types::text[])
  and received_at > now() - interval '1 minute' and payload #>> '{data,object,payment_intent}' = :intent_id
