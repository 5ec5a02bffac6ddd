-- migrate:up
-- Attempts within a window: logins, codes, mails with codes. All nodes count in this table.
create table attempt_counters (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempt_counters_end on attempt_counters (ends_at);

-- Counts one attempt and begins a new window when the last one has ended. Concurrent attempts are all counted.
create function count_attempt(counter text, period interval) returns attempt_counters language sql as $$
  insert into attempt_counters as c (key, count, ends_at) values (counter, 1, now() + period)
  on conflict (key) do update set
    count = case when c.ends_at > now() then c.count + 1 else 1 end,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  returning *
$$;

-- Addresses that an account has logged in from: failures from other addresses do not lock these out.
create table familiar_addresses (
  user_id integer not null references users on delete cascade,
  address text not null,
  last_login_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index familiar_addresses_age on familiar_addresses (last_login_at);

-- migrate:down
drop table familiar_addresses;
drop function count_attempt(text, interval);
drop table attempt_counters;
