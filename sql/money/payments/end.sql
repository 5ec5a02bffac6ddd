-- Ends the time in which what is due for a stay can be paid. A payment whose checkout is being opened is skipped, because that waits
-- for the stay; it then finds the stay abandoned.
update payments set payable_until = now(), updated_at = now()
where id in (
  select id from payments
  where reservation_id = :reservation_id and payment_is_due(status)
  for update skip locked)
