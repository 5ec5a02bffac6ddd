-- Counts the unpaid holds and unanswered inquiries of a guest. A hold on these nights does not count: asking for them again makes no other.
-- one
-- not null: holds, inquiries
select count(*) filter (where status = 'pending' and (property_id <> :property_id or check_in <> :check_in)) as holds,
  count(*) filter (where status = 'inquiry') as inquiries
from reservations
where guest_id = :guest_id and hold_expires_at > now()
