-- Deletes messages of stays, in batches: after so many days, and those of guests without an account with their addresses, a year
-- after the stay. The conversation goes with its last message.
-- reads: states: a guest without an account is forgotten a year after the stay
-- one
-- nullable: :days
-- not null: deleted
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
    and exists (select from stay_messages m where m.reservation_id = t.reservation_id and m.id not in (select id from gone))
), threads as (
  delete from stay_threads t
  where t.reservation_id in (select reservation_id from gone)
    and not exists (
      select from stay_messages m
      where m.reservation_id = t.reservation_id and m.id not in (select id from gone))
)
select count(*) as deleted from gone
