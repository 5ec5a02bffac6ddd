-- Voids the links of a stay: the next version of them.
-- reads: schema: nodes of 0.2 cannot read links with grants
-- optional
-- not null: has_grants
update reservations set link_version = link_version + 1, updated_at = now() where id = :reservation_id
returning id, link_version, exists (select from enabled_releases where release = '0.3') as has_grants
