-- Claimed sendings of a stay that are not sent, in their order.
select id from template_sendings where reservation_id = :reservation_id and status = 'claimed' order by due_at, template_id
