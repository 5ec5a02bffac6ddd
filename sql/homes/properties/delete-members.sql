-- Nobody helps with a home any more.
delete from property_members where property_id = :property_id
