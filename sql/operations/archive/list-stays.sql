-- Lists the stays of an owner after one, a line of the archive each, with guest, history, agreements, requests, supplements and messages, in the order of home and number.
-- reads: states: the lines are stays, with guest and history
-- reads: properties: an owner keeps the stays of their own homes
-- reads: auth: a guest with an account has their name there
-- reads: settlement, stay-messages, agreements: they belong to the stay
-- reads: calendars: a guest who did not come may still have the nights
-- reads: payments: a stay says what is open
-- not null: line
with found as (
  select h.id as property_id, r.id
  from properties h
  cross join lateral (
    select r.id from reservations r
    where r.property_id = h.id and r.id > case when h.id = :after_home then :after_id::bigint else 0 end
    order by r.id
    limit :limit
  ) r
  where h.owner_id = :owner_id and h.id >= :after_home
  order by h.id, r.id
  limit :limit
)
select r.id, r.property_id, jsonb_build_object(
  'id', r.id,
  'property_id', r.property_id,
  'external_id', i.external_id,
  'stay', to_jsonb(r) - '{id,property_id,guest_id,contact_id,quote_id,link_version,shares_code,guest_seen,arrival_access}'::text[],
  'guest', jsonb_build_object('has_account', r.guest_id is not null, 'email', k.email, 'phone', k.phone, 'language', k.language, 'country', k.country,
    'name', case when c.id is not null then c.name when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end),
  'open_cents', shown.open_cents,
  'holds_nights', exists (select from occupancy o where o.reservation_id = r.id),
  'contract', (select jsonb_build_object('version', x.version, 'locale', s.locale, 'accepted_at', s.accepted_at, 'accepted_by', s.accepted_by)
    from stay_contracts s join contracts x on x.id = s.contract_id where s.reservation_id = r.id),
  'kept_card', (select to_jsonb(k) - '{reservation_id,customer_id,method_id}'::text[] from kept_cards k where k.reservation_id = r.id),
  'history', (select coalesce(jsonb_agg(to_jsonb(e) - '{reservation_id,actor_id,by_company_link}'::text[] order by e.id), '[]')
    from reservation_events e where e.reservation_id = r.id),
  'requests', (select coalesce(jsonb_agg(to_jsonb(q) - '{reservation_id,by_company_link}'::text[] order by q.id), '[]')
    from change_requests q where q.reservation_id = r.id),
  'supplements', (select coalesce(jsonb_agg(to_jsonb(s) - '{reservation_id,created_by}'::text[] order by s.id), '[]') from supplements s where s.reservation_id = r.id),
  'messages', (select coalesce(jsonb_agg(to_jsonb(m) - '{reservation_id,claimed_at,external_id,sent_by,by_company_link}'::text[] order by m.id), '[]')
    from stay_messages m where m.reservation_id = r.id)
)::text as line
from found
join reservations r on r.id = found.id
left join imported_stays i on i.reservation_id = r.id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
left join lateral contact_of_stay(r) k on true
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking' and not pay.has_successor
cross join lateral payment_of_stay(r, pay.status) shown
order by found.property_id, found.id
