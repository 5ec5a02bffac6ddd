-- Issues a document.
-- one
-- nullable: :refund_id, :change_id, :reservation_id, :seller_id, :method
insert into invoices (number, kind, reservation_id, payment_id, refund_id, change_id, locale, seller_id, seller, buyer, lines, total_cents, currency, method)
values (:number, :kind, :reservation_id, :payment_id, :refund_id, :change_id, :locale, :seller_id, :seller, :buyer, :lines, :total_cents, :currency, :method::money_method)
returning id, key, number
