-- migrate:up
alter type notification_type add value if not exists 'inquiry_accepted';
alter type notification_type add value if not exists 'stay_completed';

-- Stays whose check-out day has come are completed by a job.
create index reservations_to_complete on reservations (check_out, id) where status in ('confirmed', 'checked_in');

-- migrate:down
drop index reservations_to_complete;
