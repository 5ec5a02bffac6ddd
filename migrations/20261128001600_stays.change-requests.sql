-- migrate:up
create type change_request_status as enum ('open', 'accepted', 'declined', 'withdrawn', 'expired');

-- Wishes of guests to change a stay. `change`: the stay before and after, as in the history. `open_until`: the last day, at the home, on
-- which the company can make the change. `reason`: why it was declined.
create table change_requests (
  id integer primary key generated always as identity,
  reservation_id integer not null references reservations,
  change jsonb not null,
  message text,
  status change_request_status not null default 'open',
  reason text,
  open_until date not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint change_requests_closed check ((status = 'open') = (closed_at is null))
);
create unique index change_requests_open on change_requests (reservation_id) where status = 'open';
create index change_requests_stay on change_requests (reservation_id, id);
create index change_requests_old on change_requests (open_until);
create trigger change_requests_checked before insert on change_requests for each statement execute function refuse_until_checked();

-- migrate:down
drop table change_requests;
drop type change_request_status;
