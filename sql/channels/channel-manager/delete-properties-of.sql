-- Withdraws the assignments of an account.
delete from channel_properties where owner_id = :owner_id
