-- Writes the travellers of a stay that takes place, which does so until the end of the transaction; no row otherwise.
-- reads: states: a cancelled stay gets no list
-- optional
with stay as (
  select r.id from reservations r where r.id = :reservation_id and stay_takes_place(r.status) for share
)
insert into travellers (reservation_id, people, sealed, by_company_link)
select id, :people, :sealed, :by_company_link from stay
on conflict (reservation_id) do update set people = excluded.people, sealed = excluded.sealed, written_at = now(), by_company_link = excluded.by_company_link
returning written_at
