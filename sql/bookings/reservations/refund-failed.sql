-- Stays with a refund that failed and that no later one has made up for.
-- reads: payments: a refund says whether it failed
-- part of: filters
and r.id = any (array(
  select m.reservation_id from refunds f join payments m on m.id = f.payment_id
  where f.status = 'failed'
    and not exists (
      select from refunds g where g.payment_intent_id = f.payment_intent_id and g.id > f.id and g.status <> 'failed')))
