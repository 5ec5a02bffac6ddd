-- Writes what a channel says now of its reservation and guest, and its history where it differs. `costs`: the guest owes another amount. The
-- collector that a person has confirmed stays. An hour of arrival and remarks that the
-- channel does not name stay: the company or the guest may have written them. An
-- arrival was released for its day. An open change request expires where days or guests differ.
-- one
-- nullable: :virtual_card_from, :first_name, :last_name, :language, :expected_arrival, :remarks, :commission_cents, :collected_by, :email, :phone, :country_id, :ota_name, :ota_reservation_code
-- not null: changed, costs
with before as (
  select id, contact_id, status, check_in, check_out, adults, children, infants, total_cents, excluded_of(quote) as excluded_cents, collected_by
  from reservations where id = :reservation_id
), changed as (
  update reservations r
  set check_in = :check_in, check_out = :check_out, adults = :adults, children = :children, infants = :infants,
    arrival_access = case when r.arrival_access = 'released' and r.check_in <> :check_in::date then 'automatic' else r.arrival_access end,
    quote = :quote, total_cents = :total_cents, currency = :currency, ota_name = :ota_name,
    ota_reservation_code = :ota_reservation_code, commission_cents = :commission_cents, cancellation_fee_cents = null,
    collected_by = case when r.collector_confirmed_at is null then :collected_by else r.collected_by end,
    has_virtual_card = :has_virtual_card, virtual_card_from = :virtual_card_from,
    expected_arrival = coalesce(:expected_arrival, r.expected_arrival), remarks = coalesce(:remarks, r.remarks), updated_at = now()
  from before b
  where r.id = b.id
  returning r.id, b.status,
    (b.check_in, b.check_out, b.adults, b.children, b.infants)
      is distinct from (r.check_in, r.check_out, r.adults, r.children, r.infants) as differs,
    (b.total_cents, b.excluded_cents, b.collected_by) is distinct from (r.total_cents, excluded_of(r.quote), r.collected_by) as costs
), request as (
  update change_requests w set status = 'expired', closed_at = now()
  from changed where changed.differs and w.reservation_id = changed.id and w.status = 'open'
), contact as (
  update contacts c
  set name = :name, first_name = :first_name, last_name = :last_name, language = :language, email = :email, phone = :phone, country_id = :country_id,
    departs_on = :check_out
  from before b where c.id = b.contact_id
), event as (
  insert into reservation_events (reservation_id, actor, from_status, to_status, reason)
  select id, 'channel', status, status, 'modified by the channel' from changed where differs
)
select differs as changed, costs from changed
