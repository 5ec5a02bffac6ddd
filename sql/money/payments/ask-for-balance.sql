-- Notes that the guest is sent the link of a balance. `reminders`: 0 at first, then the number of the reminder, 3 when
-- owner and support are notified. No row when this reminder was recorded before, or when nothing is due.
-- optional
update payments set asked_at = coalesce(asked_at, now()), reminders = :reminders, updated_at = now()
where id = :payment_id and payment_is_idle(status)
  and case when :reminders = 0 then asked_at is null else reminders < :reminders end
returning id, key, reservation_id, amount_cents, currency
