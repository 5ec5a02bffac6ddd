-- Voids a payment that was not made, and that no charge is in progress of.
-- optional
update payments p set status = 'cancelled', updated_at = now()
where id = :payment_id and payment_is_idle(status)
  and not exists (select from charges c where c.payment_id = p.id and c.refused_at is null)
returning id
