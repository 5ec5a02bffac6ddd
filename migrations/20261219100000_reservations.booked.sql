-- migrate:up
create index reservations_booked on reservations (property_id, created_at, id);

-- migrate:down
drop index reservations_booked;
