-- Writes a list that was copied from another stay, as of the time when it was written there.
insert into travellers (reservation_id, people, sealed, written_at, by_company_link)
values (:reservation_id, :people, :sealed, :written_at, :by_company_link)
