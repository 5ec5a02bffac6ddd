-- The notes of a company and a guest on a stay, and its contact, locked until the end of the transaction.
-- optional
-- nullable: note, expected_arrival, remarks, contact_id, name, first_name, last_name, email, phone, language, country
select r.id, r.note, r.labels, r.expected_arrival, r.remarks, c.id as contact_id, c.name, c.first_name, c.last_name, c.email, c.phone,
  c.language, c.country_id as country
from reservations r
left join contacts c on c.id = r.contact_id
where r.id = :reservation_id
for update of r
