-- Keeps a dispute as it was read at the provider; no row when a later state is known. The caller has locked the payment.
-- optional
insert into disputes as d (dispute_id, payment_intent_id, status, reason, amount_cents, currency, is_refundable, opened_at, read_at)
values (:dispute_id, :payment_intent_id, :status, :reason, :amount_cents, :currency, :is_refundable, :opened_at, :read_at)
on conflict (dispute_id) do update set status = excluded.status, reason = excluded.reason, amount_cents = excluded.amount_cents,
  currency = excluded.currency, is_refundable = excluded.is_refundable, read_at = excluded.read_at
where d.read_at < excluded.read_at
returning dispute_id
