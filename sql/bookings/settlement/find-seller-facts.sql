-- The facts by which the law rules on the seller of the home of a stay; no row: the installation.
-- reads: states, properties: a stay is sold by the seller of its home
-- reads: sellers: the law depends on the country and the kind of the seller
-- optional
-- not null: homes
select s.country, s.region, s.kind, s.vat_exempt, s.documents_allowed_by, s.cash_allowed_by,
  (select count(*) from properties h where h.seller_id = s.id and h.status <> 'archived') as homes
from reservations r
join properties p on p.id = r.property_id
join sellers s on s.id = p.seller_id
where r.id = :reservation_id
