-- The subject that a message between two people may have: whether a home is one's that the other may see, and the home of a
-- reservation that one has with the other; null when they have no such reservation.
-- reads: properties, states: a message can be about a home that both may see, or about their stay
-- one
-- nullable: :property_id, :reservation_id, stay_home_id
-- not null: is_their_home
select
  exists (select from properties p
    where p.id = :property_id and p.owner_id in (:sender_id, :receiver_id)
      and (p.status = 'published' or exists (select from reservations r
        where r.property_id = p.id and r.guest_id in (:sender_id, :receiver_id)))) as is_their_home,
  (select p.id from reservations r join properties p on p.id = r.property_id
    where r.id = :reservation_id and r.guest_id in (:sender_id, :receiver_id) and p.owner_id in (:sender_id, :receiver_id))
    as stay_home_id
