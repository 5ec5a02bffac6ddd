-- Deletes the travellers of a stay.
delete from travellers where reservation_id = :reservation_id
