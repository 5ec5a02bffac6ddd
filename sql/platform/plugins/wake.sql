-- Tells the other nodes what to look at. Its commit does not wait for the disk: a message that is lost costs a slow look.
select set_config('synchronous_commit', 'off', true), pg_notify('sejour_wake', :message)
