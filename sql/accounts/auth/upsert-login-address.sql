-- Records an address that an account has logged in from, if the e-mail address of the account is verified.
insert into familiar_addresses (user_id, address)
select id, :address from users where id = :user_id and email_verified_at is not null
on conflict (user_id, address) do update set last_login_at = now()
