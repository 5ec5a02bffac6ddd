-- Log of the templates at a stay, and the moments of active ones, as its days are now.
-- reads: states: the moments of templates follow from the days and the state of the stay
-- reads: properties: templates are for homes, and due at hours of their time zone
-- reads: payments: `template_moment` looks for the balance
-- nullable: id, template_id, reason, message_id, settled_at, status
-- not null: name, due_at
select s.id, s.template_id, s.name, s.due_at, s.status, s.reason, s.message_id, s.settled_at
from template_sendings s
where s.reservation_id = :reservation_id
union all
select null, t.id, t.name, m.moment, null, null, null, null
from reservations r
join properties p on p.id = r.property_id
join message_templates t on t.owner_id = p.owner_id and t.is_active and (t.property_ids is null or p.id = any (t.property_ids))
cross join lateral (select template_moment(t, r, p.timezone) as moment) m
where r.id = :reservation_id and stay_takes_place(r.status)
  and m.moment >= greatest(t.active_since, now() - interval '2 days')
  and (t.trigger <> 'arrival' or m.moment < (r.check_out + 1) at time zone p.timezone)
  and not exists (select from template_sendings s where s.template_id = t.id and s.reservation_id = r.id)
order by due_at, template_id
