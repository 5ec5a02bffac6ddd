-- An invitation with an id that examples name.
insert into member_invitations (id, property_id, email, rights, key_hash, invited_by)
values (:id, :property_id, :email, '{calendar,messages}', :key_hash, :invited_by)
