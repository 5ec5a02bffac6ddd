-- A closure of days, both inclusive. Its nights are taken by sql/stays/stays/take-closed-nights.sql in the same transaction.
-- one
-- nullable: :reason, :feed_id, :uid
insert into closures (property_id, start_date, end_date, reason, feed_id, uid)
values (:property_id, :start_date, :end_date, :reason, :feed_id, :uid)
returning id, start_date, end_date, reason
