-- Notes that the bills of a stay were not mailed to the address that it has now.
update supplements set mailed_at = null where reservation_id = :reservation_id and mailed_at is not null
