-- migrate:up
-- Most payments are made, so lists of open amounts read few rows.
create index payments_due on payments (reservation_id)
  where status in ('unpaid', 'processing', 'failed') and kind in ('booking', 'balance');

-- migrate:down
drop index payments_due;
