-- Copies the travellers of a stay to another one that has room for them.
insert into travellers (reservation_id, people, sealed, written_at, by_company_link)
select :to_id, people, sealed, written_at, by_company_link from travellers where reservation_id = :from_id and people <= :room
