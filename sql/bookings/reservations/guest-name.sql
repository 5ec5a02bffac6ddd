-- The name of the guest of a stay: as the company knows it (`c`), or that of their account (`u`) until it is erased.
-- part of: shown, list-net, list-of-homes
coalesce(c.name, case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end) as guest_name
