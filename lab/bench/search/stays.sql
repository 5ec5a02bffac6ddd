-- The stays of homes :first to :last, and their taken nights.
with stays as (
  insert into reservations (id, property_id, guest_id, check_in, check_out, adults, status, quote, total_cents,
    due_now_cents, currency, created_at)
  overriding system value
  select s.number, bench_home_id(n), 1 + s.number % 1000, s.check_in, s.check_out, 2, 'confirmed', '{}', 50000, 50000, 'EUR',
    now() - interval '200 days' * bench_random(s.number, 3)
  from generate_series(:first::bigint, :last::bigint) n
  cross join lateral bench_stays(n, :today) s
  returning id, property_id, check_in, check_out
)
insert into occupancy (id, property_id, kind, stay, reservation_id)
overriding system value
select id, property_id, 'stay', daterange(check_in, check_out), id from stays
