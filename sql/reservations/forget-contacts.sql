-- Deletes the addresses of guests of channels a year after their departure, a piece of them.
-- one
-- not null: deleted
with gone as (
  update contacts set email = null, phone = null
  where id = any(array(
    select id from contacts
    where (email is not null or phone is not null) and departs_on < current_date - 365
    order by departs_on limit 1000))
  returning 1
)
select count(*) as deleted from gone
