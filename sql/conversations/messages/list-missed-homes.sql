-- Homes of the messages that are unread and in no mail yet; null for those about none.
-- `is_theirs`: the other account lets it.
-- reads: properties: the company of a home signs the mail to its guests
-- nullable: property_id
-- not null: is_theirs
select distinct m.property_id, coalesce(p.owner_id = s.other_id, false) as is_theirs
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.receiver_id = s.user_id
  and m.id > greatest(s.read_up_to, s.mailed_up_to)
left join properties p on p.id = m.property_id
where s.user_id = :user_id and s.other_id = :other_id
