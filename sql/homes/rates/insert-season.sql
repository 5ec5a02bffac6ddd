-- A new season of a home.
-- one
-- nullable: :description, :min_stay, :max_stay
insert into seasons (property_id, label, description, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy, status)
values (:property_id, :label, :description, :start_date, :end_date, :reduction_hundredths, :min_stay, :max_stay, :policy, :status)
returning id, property_id, label, description, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy, status
