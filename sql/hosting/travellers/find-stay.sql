-- The country of the home of a stay, its days and its number of people, whether it takes place, when its list was written, and whether fields
-- that nodes of 0.2 cannot read may be.
-- reads: properties: the country of the home says what is asked
-- reads: states: a list is of the people of a stay that takes place
-- reads: schema: nodes of 0.2 cannot read the newer fields
-- optional
-- not null: people, takes_place, is_enabled
-- nullable: written_at, by_company_link
select p.country_id, r.check_in, r.check_out, r.adults + r.children + r.infants as people, stay_takes_place(r.status) as takes_place,
  g.written_at, g.by_company_link, exists (select from enabled_releases where release = '0.3') as is_enabled
from reservations r
join properties p on p.id = r.property_id
left join travellers g on g.reservation_id = r.id
where r.id = :reservation_id
