-- migrate:up
-- By which lists of the day find departures, and stays with a label.
create index reservations_departure on reservations (property_id, check_out);
create index reservations_labelled on reservations (property_id) where labels <> '{}';

-- migrate:down
drop index reservations_labelled;
drop index reservations_departure;
