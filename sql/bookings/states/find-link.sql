-- The version of the links of a stay.
-- reads: schema: nodes of 0.2 cannot read links with grants
-- optional
-- not null: has_grants
select id, link_version, exists (select from enabled_releases where release = '0.3') as has_grants
from reservations where id = :reservation_id
