-- A search in some stays: part of the name of a home or a guest, the number of a reservation, the code of a channel, and part of an
-- address or a telephone number that the stay shows. A guest is looked up by their key: as conditions on sets, all users would be read.
-- reads: auth, states: a stay is found by the name, address or telephone number of its guest
-- reads: properties: a stay is found by the title of its home
-- part of: list
and (r.id = :number or r.ota_reservation_code = any (:codes)
  or r.property_id in (select h.id from properties h where h.owner_id = :owner_id and normalize_text(h.title) like :pattern)
  or (select u.plain_name from users u where u.id = r.guest_id) like :pattern
  or (select c.plain_name from contacts c where c.id = r.contact_id) like :pattern
  or (:address::text is not null or :digits::text is not null) and exists (
    select from contact_of_stay(r) k
    where lower(k.email) like :address or translate(k.phone, '+ ().-/', '') like :digits))
