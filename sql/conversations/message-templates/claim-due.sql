-- Claims due sendings of all templates, in batches: moments of the last two days, since the template is active, of stays that take
-- place. Returns the stays and the accounts of their homes.
-- reads: states: days and state of a stay decide when a template is due
-- reads: properties: templates are for homes, and due at hours of their time zone
-- reads: payments: a template can be due when the balance has come in
with due as (
  select t.id as template_id, r.id as reservation_id, t.owner_id, t.name, m.moment
  from message_templates t
  join properties p on p.owner_id = t.owner_id and (t.property_ids is null or p.id = any (t.property_ids))
  join reservations r on r.property_id = p.id and stay_takes_place(r.status)
    and r.check_out >= current_date - 3 - greatest(t.days, 0)
    -- Only stays whose day has come, or that have changed just now, can be due: the moment itself is not cheap.
    and case t.trigger
      when 'balance_paid' then exists (
        select from payments pay
        where pay.reservation_id = r.id and pay.kind = 'balance' and pay.status = 'paid' and pay.updated_at > now() - interval '3 days')
      when 'arrival' then r.check_in + t.days between current_date - 3 and current_date + 1
        or (r.updated_at > now() - interval '3 days' and r.check_in + t.days <= current_date)
      when 'departure' then r.check_out + t.days between current_date - 3 and current_date + 1
        or (r.updated_at > now() - interval '3 days' and r.check_out + t.days <= current_date)
      else r.updated_at > now() - interval '3 days'
    end
  cross join lateral (select template_moment(t, r, p.timezone) as moment) m
  where t.is_active and m.moment >= greatest(t.active_since, now() - interval '2 days') and m.moment <= now()
    -- News of an arrival are none after the departure.
    and (t.trigger <> 'arrival' or m.moment < (r.check_out + 1) at time zone p.timezone)
    and not exists (select from template_sendings s where s.template_id = t.id and s.reservation_id = r.id)
  order by m.moment
  limit 1000
), claimed as (
  insert into template_sendings (template_id, reservation_id, name, due_at)
  select template_id, reservation_id, name, moment from due
  on conflict (template_id, reservation_id) do nothing
  returning reservation_id
)
select distinct reservation_id, owner_id from claimed join due using (reservation_id)
