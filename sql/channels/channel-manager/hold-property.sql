-- A property of the channel manager that is assigned to an account, and stays so until the end of the transaction.
-- optional
select remote_property_id from channel_properties
where remote_property_id = :remote_property_id and owner_id = :owner_id
for key share
