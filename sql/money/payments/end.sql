-- Ends the time in which what is due for a stay can be paid. A payment whose checkout is being opened is skipped, because that waits
-- for the stay; it then finds the stay abandoned. Nobody waits for the money of an abandoned stay, so lists of open money need not read it.
update payments set payable_until = now(), payee_id = null, updated_at = now()
where id in (
  select id from payments
  where reservation_id = :reservation_id and payment_is_due(status)
  for update skip locked)
