-- migrate:up
-- Codes that are mailed to the guest of a stay before its page does what cannot be undone.
create table stay_codes (
  reservation_id integer primary key references reservations,
  code_hash bytea not null,
  expires_at timestamptz not null
);
create index stay_codes_expires on stay_codes (expires_at);

-- migrate:down
drop table stay_codes;
