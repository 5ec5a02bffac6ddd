-- A new calendar address; whoever has the old one sees nothing more.
update properties set calendar_token = gen_random_uuid() where id = :property_id
