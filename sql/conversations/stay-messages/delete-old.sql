-- Deletes messages of stays, in batches: after so many days, and those of guests without an account with their addresses, a year
-- after the stay. Returns how many these are, and their stays, whose conversations may be empty now (delete-empty.sql).
-- reads: states: a guest without an account is forgotten a year after the stay
-- one
-- nullable: :days
-- not null: deleted, reservation_ids
with old as (
  select id from stay_messages where created_at < now() - make_interval(days => :days::integer) order by id limit 500
), forgotten as (
  select m.id
  from stay_threads t
  join reservations r on r.id = t.reservation_id and r.guest_id is null and r.check_out < current_date - 365
  join stay_messages m on m.reservation_id = t.reservation_id
  limit 500
), gone as (
  delete from stay_messages where id in (select id from old union select id from forgotten) returning id, reservation_id, from_guest
), read as (
  update stay_threads t
  set unread = t.unread - (select count(*) from gone g where g.reservation_id = t.reservation_id and g.from_guest and g.id > t.read_up_to)
  where t.unread > 0 and t.reservation_id in (select reservation_id from gone where from_guest)
)
select count(*) as deleted, coalesce(array_agg(distinct reservation_id), '{}') as reservation_ids from gone
