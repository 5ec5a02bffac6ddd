-- Counts one attempt, or an amount, and begins a new window when the last one has ended. Concurrent attempts are all counted.
create or replace function count_attempt(counter text, period interval, amount integer default 1) returns attempt_counters
language sql as $$
  insert into attempt_counters as c (key, count, ends_at) values (counter, amount, now() + period)
  on conflict (key) do update set
    count = case when c.ends_at > now() then least(c.count::bigint + amount, 2147483647)::integer else amount end,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  returning *
$$;
