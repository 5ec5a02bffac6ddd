-- Facts of a stay for mails to the company that sells it; nothing for another account.
-- reads: properties: the owner of the home is the company
-- reads: auth: the name of a guest with an account
-- optional
-- nullable: guest
-- not null: guests
select coalesce(c.name, case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end) as guest,
  p.title as home, r.check_in, r.check_out, r.adults + r.children + r.infants as guests, r.total_cents, r.currency
from reservations r
join properties p on p.id = r.property_id
left join contacts c on c.id = r.contact_id
left join users u on u.id = r.guest_id
where r.id = :reservation_id and p.owner_id = :owner_id
