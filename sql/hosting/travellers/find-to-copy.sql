-- The list of a stay, to be copied to another one that has room for them.
-- optional
select people, sealed, written_at, by_company_link from travellers where reservation_id = :reservation_id and people <= :room
