-- The profile of one account.
-- reads: customers: the profile shows the subscription that its user pays for
-- reads: auth: the profile is a view of the account
-- optional
-- not null: email_verified, billing
-- nullable: subscription
select id, username, first_name, last_name, job, location, country_id, phone, email, role, locale, avatar,
  email_verified_at is not null as email_verified, created_at,
  jsonb_build_object('company', billing_company, 'vat_number', billing_vat_number, 'address', billing_address) as billing,
  (select jsonb_build_object('id', s.subscription_id, 'status', s.status, 'price_id', s.price_id,
      'current_period_end', to_char(s.current_period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'cancel_at_period_end', s.cancel_at_period_end)
    from subscriptions s where s.user_id = users.id and s.status not in ('canceled', 'incomplete_expired')
    order by s.started_at desc limit 1) as subscription
from users
where id = :user_id
