-- Has somebody help with a home. Whoever does already has these rights from now on.
insert into property_members (property_id, user_id, rights)
values (:property_id, :user_id, :rights::text[]::home_right[])
on conflict (property_id, user_id) do update set rights = excluded.rights
