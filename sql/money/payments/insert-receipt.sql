-- Records the money of a payment intent, once, and marks the payment that it pays. `applied` pays the payment, `surplus` arrived after it was
-- paid, `mismatch` has another amount or currency. No row when the intent was recorded before.
-- optional
-- not null: status
-- nullable: :method_id
with received as (
  insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, method_id)
  select :payment_intent_id, p.id,
    case
      when p.amount_cents <> :amount_cents or p.currency <> :currency then 'mismatch'
      when exists (select from receipts r where r.payment_id = p.id and r.status = 'applied') then 'surplus'
      else 'applied'
    end::receipt_status,
    :amount_cents, :currency, :method_id
  from payments p
  where p.id = :payment_id
  on conflict (payment_intent_id) do nothing
  returning payment_id, status
), paid as (
  update payments p set status = 'paid', updated_at = now()
  from received where p.id = received.payment_id and received.status = 'applied'
)
select status from received
