-- Writes how somebody of the company has seen the guest of a stay; null: nobody has.
-- nullable: :guest_seen
update reservations set guest_seen = :guest_seen, updated_at = now() where id = :reservation_id
