-- The cleaning after a stay, once.
insert into tasks (property_id, day, kind, reservation_id, departs_on)
values (:property_id, :check_out, 'cleaning', :reservation_id, :check_out)
on conflict (reservation_id) where departs_on is not null and reservation_id is not null do nothing
