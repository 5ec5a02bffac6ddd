-- An owner's search: part of the name of a home or a guest, or the number of a reservation. The name of a guest is looked up by
-- its key: as conditions on sets, all users would be read. The pattern is made once, and the names of homes are read once.
-- part of: list
and (r.id::text = :q or r.ota_reservation_code = :q
  or r.property_id in (select h.id from properties h where h.owner_id = :user_id and normalize_text(h.title) like containing(:q))
  or (select u.plain_name from users u where u.id = r.guest_id) like (select containing(:q))
  or (select c.plain_name from contacts c where c.id = r.contact_id) like (select containing(:q)))
