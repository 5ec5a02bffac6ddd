-- Settles the waiting event of a checkout when that of its intent arrives. The event of the intent is kept, because only it can report a payment
-- that was lost.
update inbound_events set status = 'ignored', settled_at = now(), error = 'the event of the payment intent is applied'
where provider = 'stripe' and status = 'received' and type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded')
  and received_at > now() - interval '1 minute' and payload #>> '{data,object,payment_intent}' = :intent_id
