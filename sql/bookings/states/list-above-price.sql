-- Stays that ask for more than their price, after one, by their numbers.
select reservation_id as id from stay_sums where tolerated_cents > 0 and reservation_id > :id order by id limit 500
