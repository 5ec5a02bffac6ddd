-- The payer of a deposit who is not a customer of the provider yet: the card is kept for the balance. Also a payer whose customer was
-- forgotten, because it is gone there.
-- reads: auth: a customer of the provider is made with the payer's name and address
-- reads: customers: a payer who is a customer already needs no second one
-- optional
-- not null: name
select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name
from payments p
join users u on u.id = p.payer_id
left join customers c on c.user_id = u.id
where p.id = :payment_id and (p.rest_cents is not null or c.user_id is not null) and c.customer_id is null
