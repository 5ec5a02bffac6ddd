-- A quote with a fixed id, which stays valid for a year.
insert into quotes (id, property_id, check_in, check_out, adults, children, infants, body, expires_at)
values (:id, :property_id, :check_in, :check_out, :adults, :children, :infants, :body, now() + interval '1 year')
