-- A new review; no row when the stay has one.
-- optional
-- nullable: :cleanliness, :accuracy, :check_in, :communication, :location, :value
insert into comments (property_id, reservation_id, author_id, rating, content, cleanliness, accuracy, check_in,
  communication, location, value)
values (:property_id, :reservation_id, :author_id, :rating, :content, :cleanliness, :accuracy, :check_in,
  :communication, :location, :value)
on conflict (reservation_id) do nothing
returning id
