-- Empties what was asked of the provider for the payments of some reservations: it names the guest.
update checkout_sessions set request = '{}'
where payment_id in (select id from payments where reservation_id = any (:reservation_ids::integer[]))
