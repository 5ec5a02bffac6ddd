-- Remembers what a company calls a stay in its files, and what a file said of it.
insert into imported_stays (owner_id, external_id, reservation_id, facts, guest_hash)
values (:owner_id, :external_id, :reservation_id, :facts, :guest_hash)
