-- A reproducible number in [0, 1) for an index; `salt` separates different uses.
create function bench_random(n bigint, salt integer) returns double precision
  language sql immutable parallel safe
  return (hashint8extended(n, salt) & 1073741823) / 1073741824.0;

-- The id of the nth home: a version 7 UUID, ordered by time like real ones.
create function bench_home_id(n bigint) returns uuid language sql immutable parallel safe
  return overlay(overlay(md5(n::text) placing '7' from 13)
    placing lpad(to_hex(1700000000000 + n * 60000), 12, '0') from 1)::uuid;

-- The twelve stays of the nth home from `today` on: one in each period of thirty days, one to fourteen nights long.
create function bench_stays(n bigint, today date) returns table (number bigint, check_in date, check_out date)
  language sql immutable parallel safe
begin atomic
  select number, day, day + 1 + floor(14 * bench_random(number, 2))::integer
  from generate_series(0, 11) k
  cross join lateral (select (n - 1) * 12 + k + 1 as number) stay
  cross join lateral (select today + k * 30 + floor(15 * bench_random(number, 1))::integer as day) arrival;
end;

-- The seasons of the nth home: none for four homes of ten, else one to three, from three weeks to three months long.
create function bench_seasons(n bigint, today date) returns table (number bigint, start_date date, end_date date,
  reduction_hundredths integer, min_stay integer, policy season_policy, status season_status)
  language sql immutable parallel safe
begin atomic
  select number, day, day + 20 + floor(70 * bench_random(number, 11))::integer,
    500 * (1 + floor(6 * bench_random(number, 12))::integer),
    case when bench_random(number, 13) < 0.2 then 1 + floor(7 * bench_random(number, 14))::integer end,
    case when bench_random(number, 15) < 0.7 then 'nights' else 'booking' end::season_policy,
    case when bench_random(number, 16) < 0.9 then 'active' else 'inactive' end::season_status
  from generate_series(0, floor(3 * bench_random(n, 18))::integer) k
  cross join lateral (select (n - 1) * 3 + k + 1 as number) season
  cross join lateral (select today + floor(330 * bench_random(number, 10))::integer as day) start
  where bench_random(n, 19) < 0.6;
end;

-- The calendar overrides of the nth home: thirty consecutive days for two homes of ten.
create function bench_days(n bigint, today date) returns table (day date, price_cents bigint, cleaning_fee_cents bigint,
  extra_guest_fee_cents bigint, min_stay integer, closed_to_arrival boolean, closed_to_departure boolean)
  language sql immutable parallel safe
begin atomic
  select today + floor(330 * bench_random(n, 20))::integer + i,
    case when bench_random(number, 21) < 0.8 then 5000 + 500 * floor(40 * bench_random(number, 22))::bigint end,
    case when bench_random(number, 23) < 0.1 then 4000 end, case when bench_random(number, 24) < 0.1 then 1500 end,
    case when bench_random(number, 25) < 0.3 then 2 + floor(5 * bench_random(number, 26))::integer end,
    case when bench_random(number, 27) < 0.1 then true end, case when bench_random(number, 28) < 0.1 then true end
  from generate_series(0, 29) i
  cross join lateral (select (n - 1) * 30 + i + 1 as number) day
  where bench_random(n, 29) < 0.2;
end;

-- The cities that have homes, the most populous first.
create table bench_cities as
  select row_number() over (order by population desc, id)::integer as rank, *
  from (select * from cities order by population desc, id limit 5000) largest;
alter table bench_cities add primary key (rank);
