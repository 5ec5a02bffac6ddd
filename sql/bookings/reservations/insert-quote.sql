-- Stores a quote for half an hour.
-- one
insert into quotes (property_id, check_in, check_out, adults, children, infants, body, expires_at)
values (:property_id, :check_in, :check_out, :adults, :children, :infants, :body, now() + interval '30 minutes')
returning id, expires_at
