-- Changes a review.
-- nullable: :cleanliness, :accuracy, :check_in, :communication, :location, :value
update comments
set rating = :rating, content = :content, cleanliness = :cleanliness, accuracy = :accuracy, check_in = :check_in,
  communication = :communication, location = :location, value = :value, updated_at = now()
where id = :comment_id
