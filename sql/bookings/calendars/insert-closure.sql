-- A closure of days, both inclusive. Its nights are taken by sql/bookings/states/take-closed-nights.sql in the same transaction.
-- one
-- nullable: :reason, :feed_id, :uid, :name, :guests, :note, :task_id
insert into closures (property_id, start_date, end_date, reason, feed_id, uid, kind, name, guests, note, task_id)
values (:property_id, :start_date, :end_date, :reason, :feed_id, :uid, :kind, :name, :guests, :note, :task_id)
returning id, start_date, end_date, reason, kind, name, guests, note
