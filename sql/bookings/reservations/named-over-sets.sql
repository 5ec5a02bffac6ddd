-- The same search in very many stays: the guests that are named so are read once.
-- reads: auth, states: a stay is found by the name, address or telephone number of its guest
-- reads: properties: a stay is found by the title of its home
-- part of: list
-- nullable: :owner_id
and (r.id = :number or r.ota_reservation_code = any (:codes)
  or r.property_id in (
    select h.id from properties h
    where (:owner_id::bigint is null or h.owner_id = :owner_id) and normalize_text(h.title) like :pattern)
  or r.guest_id in (select u.id from users u where u.plain_name like :pattern)
  or r.contact_id in (select c.id from contacts c where c.plain_name like :pattern)
  or (r.guest_id in (
      select u.id from users u
      where :address::text is not null and lower(u.email) like :address
        or :digits::text is not null and u.phone_number like :digits)
    or r.contact_id in (
      select c.id from contacts c
      where :address::text is not null and lower(c.email) like :address
        or :digits::text is not null and translate(c.phone, '+ ().-/', '') like :digits))
    and exists (select from contact_of_stay(r)))
