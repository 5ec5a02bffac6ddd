-- The payment of the price of a stay from a day on; a stay has one.
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, due_on)
values (:reservation_id, 'booking', null, :title, :check_in, :check_out, :amount_cents, :currency, :due_on)
on conflict do nothing
