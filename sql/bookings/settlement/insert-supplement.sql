-- A supplement of a reservation, not billed yet; no row where there are as many as there may be. The reservation is locked
-- before, in a statement of its own.
-- optional
insert into supplements (reservation_id, label, amount_cents, is_damage, created_by)
select :reservation_id, :label, :amount_cents, :is_damage, :created_by
where (select count(*) from supplements where reservation_id = :reservation_id) < :limit
returning id, label, amount_cents, is_damage, created_at
