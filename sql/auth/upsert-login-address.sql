-- Records an address that an account has logged in from.
insert into familiar_addresses (user_id, address) values (:user_id, :address)
on conflict (user_id, address) do update set last_login_at = now()
