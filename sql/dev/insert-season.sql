-- A seasonal reduction of a demo home.
insert into seasons (property_id, label, start_date, end_date, reduction_hundredths, min_stay, policy)
values (:property_id, :label, :start_date, :end_date, :reduction_hundredths, :min_stay, :policy)
