-- Until when a reservation waits for its payment or an answer.
-- one
-- nullable: hold_expires_at
select case when status in ('pending', 'inquiry') then hold_expires_at end as hold_expires_at from reservations where id = :reservation_id
