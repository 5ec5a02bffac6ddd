-- A claimed sending with its texts, locked until the end of the transaction; no texts: the template was deleted.
-- optional
-- nullable: texts
select s.id, s.reservation_id, t.texts
from template_sendings s
left join message_templates t on t.id = s.template_id
where s.id = :sending_id and s.status = 'claimed'
for update of s
