-- Popularity, as of the nth home.
update search_homes h set popularity = -10 * ln(1 - bench_random(n, 117))
from (select n, bench_home_id(n) as id from generate_series(:first::bigint, :last::bigint) n) homes
where h.id = homes.id
