-- The outcome of an event that reports the success of an intent, when that is known or reported already. Of the two events of a payment the
-- one of the intent is never left out for that of its checkout: it says more about lost payments.
-- reads: payments: an intent whose money is here has been reported
-- reads: inbox: the other event of the same payment may have come first
-- optional
-- not null: status
select 'applied'::event_status as status from receipts where payment_intent_id = :intent_id
union all
select case status when 'ignored' then status else 'applied' end from inbound_events
where :type::text <> 'payment_intent.succeeded' and provider = 'stripe' and type = 'payment_intent.succeeded'
  and payload #>> '{data,object,id}' = :intent_id
limit 1
