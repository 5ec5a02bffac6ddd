-- Lists bills of nothing but damage that were mailed, can be paid, and were never charged, of stays whose card is kept. `is_ripe`: mailed 48 hours ago.
-- reads: payments: a bill is charged while it can be paid
-- reads: agreements: the card that is kept
-- not null: is_ripe
select p.id, k.reservation_id, mail.at <= now() - interval '48 hours' as is_ripe
from kept_cards k
join payments p on p.reservation_id = k.reservation_id and p.kind = 'supplement' and payment_is_idle(p.status)
cross join lateral (
  select min(s.mailed_at) as at from supplements s
  where s.payment_id = p.id having bool_and(s.is_damage and s.mailed_at is not null)) mail
where k.method_id is not null and not exists (select from charges c where c.payment_id = p.id)
order by p.id
limit 500
