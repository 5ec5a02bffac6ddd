-- A stay that was imported without asking its guest for money: its guest is not written to.
-- optional
select reservation_id from imported_stays where reservation_id = :reservation_id and facts ->> 'collect' = 'false'
