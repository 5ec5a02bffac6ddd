-- The active seasons that overlap a stay.
select id, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy
from seasons
where property_id = :property_id and status = 'active' and start_date < :check_out and end_date >= :check_in
