-- migrate:up
-- The few rows that the desk looks for, whatever the history.
create index payments_disputed on payments (reservation_id)
  where dispute_status is not null and dispute_status not in ('won', 'lost', 'warning_closed');
create index refunds_failed on refunds (payment_id) where status = 'failed';

-- migrate:down
drop index refunds_failed;
drop index payments_disputed;
