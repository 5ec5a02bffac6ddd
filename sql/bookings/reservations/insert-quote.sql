-- Stores a quote for two hours.
-- one
insert into quotes (property_id, check_in, check_out, adults, children, infants, body, expires_at)
values (:property_id, :check_in, :check_out, :adults, :children, :infants, :body, now() + interval '2 hours')
returning id, expires_at
