-- Voids the links of a stay: the next version of them.
-- optional
update reservations set link_version = link_version + 1, updated_at = now() where id = :reservation_id returning id, link_version
