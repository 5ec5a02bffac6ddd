-- A search: part of the guest's name, or of a home's, the code of a channel, the number of a reservation, and, for readers who see them, part of an
-- address or a telephone number that the stay shows. The newest thousand stays are found.
-- reads: auth, states: a guest's address and telephone number are found while the stay shows them
-- reads: properties: a stay is found by the title of its home
-- part of: filters
-- plan: each time
-- nullable: :owner_id, :number, :address, :digits
and r.id in (
  select id from (
    (select s.reservation_id as id from stay_search s
      where (:owner_id::bigint is null or s.owner_id = :owner_id) and s.words like containing(:q)
      order by s.reservation_id desc limit 1000)
    union
    select s.reservation_id from stay_search s
    where (:owner_id::bigint is null or s.owner_id = :owner_id) and s.code = lower(:q)
    union
    select t.id from reservations t where t.id = :number
    union
    (select t.id from reservations t
      where t.property_id = any (array(
        select h.id from properties h
        where (:owner_id::bigint is null or h.owner_id = :owner_id) and normalize_text(h.title) like containing(:q)))
      order by t.id desc limit 1000)
    union
    (select s.reservation_id from stay_search s
      where (:owner_id::bigint is null or s.owner_id = :owner_id) and (s.reach like :address or s.reach like :digits)
        and exists (select from reservations t cross join contact_of_stay(t) where t.id = s.reservation_id)
      order by s.reservation_id desc limit 1000)
  ) named
  order by id desc limit 1000)
