-- Writes the rating of a home.
-- nullable: :rating_average
update properties set rating_average = :rating_average, rating_count = :rating_count where id = :property_id
