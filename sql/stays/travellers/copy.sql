-- Copies the travellers of a stay to another one that has room for them.
insert into travellers (reservation_id, people, sealed, written_at)
select :to_id, people, sealed, written_at from travellers where reservation_id = :from_id and people <= :room
