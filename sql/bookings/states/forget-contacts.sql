-- Deletes the addresses of guests without an account a year after their departure, or 90 days after a hold that came to nothing, a piece
-- of them. A contact that a node of an earlier version
-- has written does not say when its guest leaves.
-- one
-- not null: deleted
with gone as (
  update contacts set email = null, phone = null, proved_email = null, previous_email = null
  where id = any(
    array(
      select id from contacts
      where (email is not null or phone is not null or proved_email is not null or previous_email is not null) and departs_on < current_date - 365
      order by departs_on limit 1000)
    || array(
      select c.id from contacts c join reservations r on r.contact_id = c.id
      where (c.email is not null or c.phone is not null or c.proved_email is not null or c.previous_email is not null) and c.departs_on is null and r.check_out < current_date - 365
      limit 1000)
    || array(
      select c.id from contacts c join reservations r on r.contact_id = c.id
      where (c.email is not null or c.phone is not null or c.proved_email is not null or c.previous_email is not null) and r.source = 'direct' and r.status in ('expired', 'declined')
        and r.updated_at < now() - interval '90 days'
      limit 1000))
  returning 1
)
select count(*) as deleted from gone
