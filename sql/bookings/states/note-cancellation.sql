-- Writes down the fee and the commission of a stay that a channel has cancelled, as far as it names them.
-- nullable: :fee_cents, :commission_cents
update reservations
set cancellation_fee_cents = coalesce(:fee_cents, cancellation_fee_cents), commission_cents = coalesce(:commission_cents, commission_cents),
  updated_at = now()
where id = :reservation_id and status = 'cancelled'
  and (:fee_cents::bigint is not null or :commission_cents::bigint is not null)
