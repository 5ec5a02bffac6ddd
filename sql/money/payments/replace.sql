-- Voids a payment whose place another takes; no row when it is not due any more, or an attempt or a charge of it is in progress. The
-- payment is locked before, in a statement of its own: a statement that waits for the lock would not see a charge from before the wait.
-- optional
update payments p set status = 'cancelled', has_successor = true, updated_at = now()
where id = :payment_id and payment_is_idle(status)
  and not exists (select from charges c where c.payment_id = p.id and c.refused_at is null)
returning id
