-- Lists the stays of the same guest without an account at the company of a stay: that stay, those of its contact, and those whose address is the same
-- one, proved and never changed. A name, a telephone number or a typed address proves nothing.
-- `is_open`: not over; `is_owing`: money is due, disputed, or on its way back. A stay that was given up owes no price.
-- reads: properties: only stays at the same company, in the homes that the sender keeps to
-- reads: payments: money that is due keeps a stay open
-- nullable: :homes, email
-- not null: contact_id, is_open, is_owing, is_erased
select r.id, r.contact_id, p.owner_id, r.guest_erased_at is not null as is_erased, c.name, c.email,
  stay_is_open(r.status) or r.status = 'inquiry' as is_open,
  stay_takes_place(r.status) and r.balance_due_on is not null and not r.balance_made
    or exists (
      select from payments m
      where m.reservation_id = r.id and (
        m.status = 'processing'
        or payment_is_due(m.status) and r.status not in ('cancelled', 'declined', 'expired') and coalesce(m.payable_until > now(), true)
        or dispute_is_open(m.dispute_status)))
    or exists (
      select from payments m where m.reservation_id = r.id and (
        exists (select from refunds f where f.payment_id = m.id and f.status = 'pending')
        or exists (select from failed_refunds() f where f.payment_id = m.id))) as is_owing
from reservations o
join properties h on h.id = o.property_id
join contacts own on own.id = o.contact_id
join contacts c on c.id = own.id
  or lower(c.proved_email) = lower(own.proved_email)
    and lower(own.email) = lower(own.proved_email) and own.previous_email is null and own.email_scopes is null
    and lower(c.email) = lower(c.proved_email) and c.previous_email is null and c.email_scopes is null
join reservations r on r.contact_id = c.id
join properties p on p.id = r.property_id and p.owner_id = h.owner_id
where o.id = :reservation_id and (:homes::uuid[] is null or p.id = any (:homes::uuid[]))
order by r.id
