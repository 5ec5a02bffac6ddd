-- Search rows of homes :first to :last, as the triggers write them.
select search_keep_homes(homes), search_keep_nights(homes), search_keep_days(homes), search_keep_seasons(homes)
from (select array(select bench_home_id(n) from generate_series(:first::bigint, :last::bigint) n) as homes) chunk
