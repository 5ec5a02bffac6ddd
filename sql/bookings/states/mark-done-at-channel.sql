-- Notes that a company has cancelled or changed a stay at its channel, which does not say so itself.
update reservations set done_at_channel_at = now(), updated_at = now() where id = :reservation_id
