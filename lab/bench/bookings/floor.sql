-- The statements that bookings are compared with, as they were at 449a785. Today's changes of sql/ do not reach them.

-- statement: lockGuest
select pg_advisory_xact_lock(hashtextextended('guest ' || :guest_id::integer, 0)) is not null as locked

-- statement: lockCalendar
select pg_advisory_xact_lock(hashtextextended(:property_id::text, 0)) is not null as locked

-- statement: findTerms
select owner_id, instant_book from properties where id = :property_id and status = 'published'

-- statement: countOpen
select count(*) filter (where status = 'pending') as holds, count(*) filter (where status = 'inquiry') as inquiries
from reservations
where guest_id = :guest_id and hold_expires_at > now()

-- statement: listOverdueHolds
select r.id, r.property_id, not exists (
    select from payments p join checkout_sessions s on s.payment_id = p.id
    where p.reservation_id = r.id and s.closed_at is null) as is_closed
from reservations r
where r.property_id = :property_id and r.hold_expires_at < now()
  and daterange(r.check_in, r.check_out) && daterange(:check_in, :check_out)
order by r.id

-- statement: findHome
select p.currency, p.max_guests, p.included_guests, p.base_price_cents, p.weekend_price_cents, p.weekend_days,
  p.cleaning_fee_cents, p.extra_guest_fee_cents, p.security_deposit_cents, p.deposit_percent, p.balance_due_days, p.min_stay, p.max_stay,
  p.lead_time_days, p.booking_window_days, p.cancellation_policy,
  c.tax_per_adult_night_cents, c.tax_percent_hundredths, c.tax_cap_cents,
  (now() at time zone p.timezone)::date as today
from properties p
join cities c on c.id = p.city_id
where p.id = :property_id and p.status = 'published'

-- statement: listDays
select day, price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, max_stay, closed_to_arrival, closed_to_departure
from calendar_days
where property_id = :property_id and day between :check_in and :check_out

-- statement: listSeasons
select id, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy
from seasons
where property_id = :property_id and status = 'active' and start_date < :check_out and end_date >= :check_in

-- statement: insertStay
with created as (
  insert into reservations (property_id, guest_id, quote_id, check_in, check_out, adults, children, infants, status,
    message, quote, total_cents, due_now_cents, balance_due_on, currency, hold_expires_at)
  values (:property_id, :guest_id, :quote_id, :check_in, :check_out, :adults, :children, :infants, :status,
    :message, :quote, :total_cents, :due_now_cents, :balance_due_on, :currency, now() + make_interval(mins => :hold_minutes::integer))
  returning id, status
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, to_status)
  select id, 'guest', :guest_id, status from created
)
select id from created

-- statement: takeNights
insert into occupancy (property_id, kind, stay, reservation_id)
select property_id, 'stay', daterange(check_in, check_out), id from reservations where id = :reservation_id

-- statement: insertPayment
-- From a later commit: that of 449a785 lacks columns that a payment needs today.
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, payable_until,
  rest_cents, rest_due_on)
values (:reservation_id, :kind, :payer_id, :title, :check_in, :check_out, :amount_cents, :currency,
  now() + make_interval(mins => :hold_minutes::integer), :rest_cents, :rest_due_on)
returning id, key, reservation_id, amount_cents, currency

-- statement: findWithoutCustomer
select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name
from payments p
join reservations r on r.id = p.reservation_id and r.balance_due_on is not null
join users u on u.id = r.guest_id
left join customers c on c.user_id = u.id
where p.id = :payment_id and p.kind = 'booking' and c.customer_id is null

-- statement: lockPayment
select id, key, reservation_id, kind, status, amount_cents, currency from payments where id = :payment_id for update

-- statement: findForCheckout
select p.id, p.key, p.status, p.reservation_id, p.amount_cents, p.currency,
  coalesce(r.hold_expires_at < now(), r.status = 'expired') as is_over,
  exists (select from charges k where k.payment_id = p.id and k.refused_at is null) as is_charged,
  p.kind = 'booking' and r.balance_due_on is not null as keeps_card, r.balance_due_on,
  r.total_cents - r.due_now_cents as balance_cents,
  r.check_in, r.check_out, h.title as home, u.email, u.locale, c.customer_id,
  extract(epoch from now())::bigint as now_seconds,
  s.id as attempt_id, s.key as attempt_key, s.request, s.url, s.closed_at is not null as is_closed,
  extract(epoch from s.expires_at - now())::integer as seconds_left,
  extract(epoch from r.hold_expires_at - now())::integer as hold_seconds_left
from payments p
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
join users u on u.id = r.guest_id
left join customers c on c.user_id = u.id
left join lateral (select * from checkout_sessions where payment_id = p.id order by id desc limit 1) s on true
where p.id = :payment_id

-- statement: insertSession
with attempt as (
  insert into checkout_sessions (payment_id, request, expires_at)
  values (:payment_id, :request, to_timestamp(:expires_at_seconds::bigint))
  returning id, key, payment_id, expires_at
), hold as (
  update reservations r set hold_expires_at = greatest(r.hold_expires_at, attempt.expires_at + interval '5 minutes')
  from attempt join payments p on p.id = attempt.payment_id
  where r.id = p.reservation_id and r.hold_expires_at is not null
)
select id, key from attempt

-- statement: updateSession
update checkout_sessions set session_id = :session_id, url = :url where id = :id

-- statement: findPayment
select id, reservation_id, currency, status from payments where id = :payment_id

-- statement: insertReceipt
insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, method_id)
select :payment_intent_id, p.id,
  case
    when p.amount_cents <> :amount_cents or p.currency <> :currency then 'mismatch'
    when exists (select from receipts r where r.payment_id = p.id and r.status = 'applied') then 'surplus'
    else 'applied'
  end::receipt_status,
  :amount_cents, :currency, :method_id
from payments p
where p.id = :payment_id
on conflict (payment_intent_id) do nothing
returning status

-- statement: markPaid
update payments set status = 'paid', updated_at = now() where id = :payment_id

-- statement: moveStay
with before as (
  select id, status from reservations where id = :reservation_id and status = any (:sources::reservation_status[]) for update
), moved as (
  update reservations r
  set status = :to_status::reservation_status,
      hold_expires_at = case when :to_status::reservation_status = 'pending' then now() + make_interval(mins => :hold_minutes::integer) end,
      cancelled_by = case when :to_status::reservation_status = 'cancelled' then :actor::actor end,
      cancelled_at = case when :to_status::reservation_status = 'cancelled' then now() end,
      updated_at = now()
  from before
  where r.id = before.id
  returning r.id, r.property_id, r.guest_id, r.check_in, r.check_out, before.status as from_status
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, from_status, to_status, reason)
  select id, :actor, :actor_id, from_status, :to_status, :reason from moved
)
select moved.id, moved.guest_id, moved.check_in, moved.check_out, p.owner_id, p.title as home
from moved join properties p on p.id = moved.property_id

-- statement: insertNotification
insert into notifications (user_id, type, content, data, dedupe_key)
values (:user_id, :type, jsonb_build_object('title', :title::text, 'message', :message::text), :data, :dedupe_key)
on conflict (user_id, dedupe_key) do nothing
returning id, type, content, data, created_at

-- The steps between a webhook and a confirmed stay, from a later commit: the floor of 449a785 left them out.

-- statement: findTime
select now() as at

-- statement: insertEvent
insert into inbound_events (provider, event_id, type, payload, body, status, error, settled_at, subscription_id,
  property_id)
values (:provider, :event_id, :type, :payload, :body, :status, :error,
  case when :status::event_status <> 'received' then now() end, :subscription_id, :property_id)
on conflict (provider, event_id) do update
set payload = excluded.payload, received_at = now(), status = excluded.status, error = excluded.error,
  settled_at = excluded.settled_at, is_repeatable = false
where inbound_events.is_repeatable
returning event_id

-- statement: findEvent
select event_id, type, payload, subscription_id, received_at, attempts from inbound_events
where provider = :provider and event_id = :event_id and status = 'received'

-- statement: settleEvent
update inbound_events
set status = :status, error = :error, is_repeatable = :is_repeatable, attempts = attempts + 1, settled_at = now()
where provider = :provider and event_id = :event_id and status = 'received'

-- statement: findByKey
select id, kind, reservation_id from payments where key = :key::uuid

-- statement: findParties
select r.id, r.property_id, r.guest_id, r.check_in, r.check_out, p.owner_id, p.title as home
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id

-- statement: findContact
select u.id, u.email, u.first_name, u.locale, u.mail_key, u.email_verified_at is not null as verified,
  coalesce(s.email_notifications, true) as wants_email,
  coalesce(s.push_notifications, true) as wants_push,
  coalesce(s.marketing_emails, false) as wants_marketing
from users u
left join notification_settings s on s.user_id = u.id
where u.id = :user_id and u.deleted_at is null

-- statement: publish
select pg_notify('bench', m.message)
from unnest(:messages::text[]) with ordinality m (message, number)
order by m.number

-- statement: lockStay
select id, status, currency, property_id, check_in, check_out from reservations where id = :reservation_id for update

-- statement: enqueue
-- A job of the queue's settings, without the cases that pg-boss has for others. It is due in a year, so no worker takes it.
insert into pgboss.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
  retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
select name, :data::jsonb, now() + interval '1 year', now() + interval '2 years', expire_seconds, deletion_seconds, retry_limit,
  retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
from pgboss.queue
where name = :queue
returning id
