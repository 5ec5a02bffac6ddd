-- Payments of a stay that are due, oldest first, and after them a balance that is not made yet, which has no id.
-- nullable: id
-- `is_later`: its day has not come.
-- not null: kind, amount_cents, currency, is_later
select id, kind, amount_cents, currency, kind = 'booking' and coalesce(due_on > :today::date, false) as is_later from payments where reservation_id = :reservation_id and payment_is_due(status)
union all
select null, 'balance'::payment_kind, rest_cents, currency, true from payments d
where reservation_id = :reservation_id and kind = 'booking' and not has_successor and rest_cents is not null and payment_is_made(status)
  and not exists (select from payments b where b.reservation_id = d.reservation_id and b.kind = 'balance')
order by id nulls last
