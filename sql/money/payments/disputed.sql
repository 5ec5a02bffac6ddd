-- part of: find-receipt, list-receipts
-- True if the provider refuses to refund the receipt `r`, because of a dispute.
exists (
    select from disputes d
    where d.payment_intent_id = r.payment_intent_id and not d.is_refundable and d.status not in ('won', 'warning_closed')) as is_disputed
