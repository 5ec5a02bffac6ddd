-- Assigns a property of the channel manager to an account, unless it is assigned already.
insert into channel_properties (remote_property_id, owner_id) values (:remote_property_id, :owner_id)
on conflict do nothing
