-- The seller of the home of a stay, which cannot be deleted until the end of the transaction; no row: the installation.
-- reads: states, properties: a stay is sold by the seller of its home
-- reads: sellers: an invoice copies the seller, who may not be deleted meanwhile
-- optional
-- nullable: :reservation_id
select s.id, s.name, s.address, s.tax_id, s.vat_hundredths, s.prefix
from reservations r
join properties p on p.id = r.property_id
join sellers s on s.id = p.seller_id
where r.id = :reservation_id
for key share of s
