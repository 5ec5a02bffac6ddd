-- Remembers what a later file says of the guest of a stay.
update imported_stays set guest_hash = :guest_hash where reservation_id = :reservation_id
