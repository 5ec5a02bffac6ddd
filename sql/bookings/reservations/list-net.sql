-- A page of stays in homes of an owner, as the owners of homes see them, the last arrival first. Net is the total without tourist tax and
-- without the commission of a channel that is known.
-- reads: states: the page is of stays, with their guests
-- reads: properties: the owner of a home sees stays there only
-- reads: auth: a guest with an account has their name there
-- nullable: :property_id, :homes, :from, :to, :departs_from, :departs_to, guest_name
-- not null: net_cents, total
with found as (
  select r.id, count(*) over () as total
  from reservations r
  where r.property_id = any (array(
      select p.id from properties p
      where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes)) and (:property_id::uuid is null or p.id = :property_id)))
    and r.status in ('confirmed', 'checked_in', 'completed', 'no_show')
    and (:from::date is null or r.check_out > :from) and (:to::date is null or r.check_in <= :to)
    and (:departs_from::date is null or r.check_out >= :departs_from) and (:departs_to::date is null or r.check_out <= :departs_to)
  order by r.check_in desc, r.id desc
  limit :limit offset :offset
)
select r.id, r.property_id, p.title as property_title, r.check_in, r.check_out, r.currency,
  -- one of: guest-name
  , r.total_cents - coalesce(r.commission_cents, 0) - tourist_tax_of(r.quote) as net_cents,
  found.total
from found
join reservations r on r.id = found.id
join properties p on p.id = r.property_id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
order by r.check_in desc, r.id desc
