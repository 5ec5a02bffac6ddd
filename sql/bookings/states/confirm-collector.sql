-- Writes down who collects the price of a stay of a channel, as a person has confirmed it.
-- optional
update reservations set collected_by = :collected_by, collector_confirmed_at = now(), updated_at = now()
where id = :reservation_id and source = 'channel'
returning id
