-- Stores a guest's request to change a stay.
-- one
-- nullable: :message, :by_company_link
insert into change_requests (reservation_id, change, message, open_until, by_company_link)
values (:reservation_id, :change, :message, :open_until, coalesce(:by_company_link::boolean, false))
returning id
