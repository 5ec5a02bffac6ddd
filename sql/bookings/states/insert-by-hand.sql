-- A stay that a company books for a guest without an account, held at most until the end of the day of arrival at the home, and the first
-- entry of its history.
-- reads: properties: a hold ends with the day of arrival at the home
-- one
-- nullable: :first_name, :last_name, :email, :phone, :language, :country, :note, :expected_arrival, :balance_due_on, :email_scopes
-- not null: hold_minutes, hold_expires_at
with contact as (
  insert into contacts (name, first_name, last_name, email, phone, language, country_id, email_scopes, departs_on)
  values (:name, :first_name, :last_name, :email, :phone, :language, :country, :email_scopes, :check_out)
  returning id
), created as (
  insert into reservations (property_id, contact_id, check_in, check_out, adults, children, infants, status, quote, total_cents,
    due_now_cents, balance_due_on, currency, note, labels, expected_arrival, is_written_down, hold_expires_at)
  select p.id, c.id, :check_in, :check_out, :adults, :children, :infants, 'pending', :quote, :total_cents,
    :due_now_cents, :balance_due_on, :currency, :note, :labels, :expected_arrival, :is_written_down,
    least(now() + make_interval(mins => :hold_minutes::integer), (:check_in::date + 1)::timestamp at time zone p.timezone)
  from properties p, contact c
  where p.id = :property_id
  returning id, hold_expires_at
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, to_status, reason)
  select id, 'owner', :actor_id, 'pending', 'booked by hand' from created
)
select id, hold_expires_at, floor(extract(epoch from hold_expires_at - now()) / 60)::integer as hold_minutes from created
