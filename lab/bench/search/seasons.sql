-- The seasons of homes :first to :last.
insert into seasons (id, property_id, label, start_date, end_date, reduction_hundredths, min_stay, policy, status)
overriding system value
select s.number, bench_home_id(n), 'Saison', s.start_date, s.end_date, s.reduction_hundredths, s.min_stay, s.policy, s.status
from generate_series(:first::bigint, :last::bigint) n
cross join lateral bench_seasons(n, :today) s
