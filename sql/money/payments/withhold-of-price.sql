-- Takes the documents off the money of the price of a stay, whose seller may not issue any here: its guest gets confirmations that name the seller.
update receipts a set is_documented = false, confirmation_key = gen_random_uuid(), confirmed_by = :seller
from payments p
where p.reservation_id = :reservation_id and payment_is_of_price(p.kind) and a.payment_id = p.id and a.status = 'applied' and a.is_documented
