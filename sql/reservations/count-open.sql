-- What a guest has begun and not finished: holds that await their payment, inquiries that await an answer.
-- one
-- not null: holds, inquiries
select count(*) filter (where status = 'pending') as holds, count(*) filter (where status = 'inquiry') as inquiries
from reservations
where guest_id = :guest_id and hold_expires_at > now()
