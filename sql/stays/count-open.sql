-- How many unpaid holds and unanswered inquiries a guest has.
-- one
-- not null: holds, inquiries
select count(*) filter (where status = 'pending') as holds, count(*) filter (where status = 'inquiry') as inquiries
from reservations
where guest_id = :guest_id and hold_expires_at > now()
