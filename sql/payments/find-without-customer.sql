-- The guest of a deposit who is not a customer of the provider yet: their card is kept for the balance.
-- optional
-- not null: name
select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name
from payments p
join reservations r on r.id = p.reservation_id and r.balance_due_on is not null
join users u on u.id = r.guest_id
left join customers c on c.user_id = u.id
where p.id = :payment_id and p.kind = 'booking' and c.customer_id is null
