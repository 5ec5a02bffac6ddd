-- The invoice of a demo payment, at a fixed address.
insert into invoices (key, number, kind, reservation_id, payment_id, locale, seller, buyer, lines, total_cents, currency)
values (:key, :number, 'invoice', :reservation_id, :payment_id, :locale, :seller, :buyer, :lines, :total_cents, :currency)
