-- Deletes the sessions of an account that were not used for longest, beyond so many.
delete from sessions
where sid in (select sid from sessions where user_id = :user_id order by seen_at desc, sid offset :keep)
returning sid
