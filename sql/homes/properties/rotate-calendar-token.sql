-- A new calendar address; the old one stops working.
update properties set calendar_token = gen_random_uuid() where id = :property_id
