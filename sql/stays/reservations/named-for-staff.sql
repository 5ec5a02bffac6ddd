-- The staff's search: part of the name of a home or a guest, or the number of a reservation.
-- part of: list
and (r.id::text = :q or r.ota_reservation_code = :q
  or r.property_id in (select h.id from properties h where normalize_text(h.title) like containing(:q))
  or r.guest_id in (select u.id from users u where u.plain_name like containing(:q))
  or r.contact_id in (select c.id from contacts c where c.plain_name like containing(:q)))
