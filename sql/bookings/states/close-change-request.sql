-- Closes an open change request until its last day; no row otherwise.
-- optional
-- nullable: :reason
update change_requests
set status = :to_status::change_request_status, reason = :reason, closed_at = now()
where id = :request_id and reservation_id = :reservation_id and status = 'open' and open_until >= :today
returning id
