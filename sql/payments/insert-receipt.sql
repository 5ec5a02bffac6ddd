-- Writes down money that arrived, once for each payment intent: it pays its payment, comes on top of one that is paid, or
-- does not fit what was asked for. No row when it was written down before.
-- optional
insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency)
select :payment_intent_id, p.id,
  case
    when p.amount_cents <> :amount_cents or p.currency <> :currency then 'mismatch'
    when exists (select from receipts r where r.payment_id = p.id and r.status = 'applied') then 'surplus'
    else 'applied'
  end::receipt_status,
  :amount_cents, :currency
from payments p
where p.id = :payment_id
on conflict (payment_intent_id) do nothing
returning status
