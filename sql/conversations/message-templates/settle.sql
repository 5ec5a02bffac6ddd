-- Outcome of a sending.
-- nullable: :reason, :message_id
update template_sendings set status = :status, reason = :reason, message_id = :message_id, settled_at = now()
where id = :sending_id and status = 'claimed'
