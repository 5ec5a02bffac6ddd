-- migrate:up
-- How often something was tried since its window began: logins, reset codes, reset mails. All nodes count here.
create table attempt_counters (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempt_counters_end on attempt_counters (ends_at);

-- Counts one more; where the window before has ended a new one begins. Two at once count as two.
create function count_attempt(counter text, period interval) returns attempt_counters language sql as $$
  insert into attempt_counters as c (key, count, ends_at) values (counter, 1, now() + period)
  on conflict (key) do update set
    count = case when c.ends_at > now() then c.count + 1 else 1 end,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  returning *
$$;

-- Places an account has logged in from: strangers who fail elsewhere do not close the door there.
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
