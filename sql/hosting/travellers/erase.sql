-- Deletes the travellers of the stays of an account and of its homes.
-- reads: properties, states: the account is the guest of some stays, and the owner at others
delete from travellers g using reservations r, properties p
where r.id = g.reservation_id and p.id = r.property_id and (r.guest_id = :user_id or p.owner_id = :user_id)
