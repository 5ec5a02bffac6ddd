-- migrate:up
-- Requests of guests that are no bookings yet. `thread_id`: their conversation at the channel manager, until a booking has it.
alter table channel_bookings
  add column is_request boolean not null default false,
  add column thread_id text;

-- migrate:down
delete from channel_bookings where is_request;
alter table channel_bookings drop column is_request, drop column thread_id;
