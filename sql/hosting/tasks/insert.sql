-- A new task; no row when the stay is not at this home.
-- reads: states: a task can name a stay of its home only
-- optional
-- nullable: :reservation_id, :assignee_id, :note
insert into tasks (property_id, day, kind, reservation_id, assignee_id, note)
select :property_id, :day, :kind, :reservation_id::bigint, :assignee_id, :note
where :reservation_id::bigint is null
  or exists (select from reservations r where r.id = :reservation_id and r.property_id = :property_id::uuid)
returning id
