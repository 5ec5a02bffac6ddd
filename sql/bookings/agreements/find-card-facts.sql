-- Returns what the text of a consent names: the company, the balance to come with its day, and the security deposit of the price. No row for guests with an account,
-- stays of channels or that are over, and where a card is kept already.
-- reads: states: a stay takes place or waits for its payment, and has its price
-- reads: properties: the home has its owner
-- reads: payments: the deposit says which balance is to come
-- nullable: :reservation_id, balance_cents, balance_on
-- not null: damage_cents
-- optional
select p.owner_id, r.currency, d.rest_cents as balance_cents, d.rest_due_on as balance_on,
  coalesce((r.quote ->> 'security_deposit_cents')::bigint, 0) as damage_cents
from reservations r
join properties p on p.id = r.property_id
left join payments d on d.reservation_id = r.id and d.kind = 'booking' and not d.has_successor and d.rest_cents > 0
  and not exists (select from payments b where b.reservation_id = r.id and b.kind = 'balance')
where r.id = :reservation_id and r.guest_id is null and r.source = 'direct' and r.status in ('pending', 'confirmed', 'checked_in', 'completed')
  and not exists (select from kept_cards k where k.reservation_id = r.id and k.method_id is not null)
