-- How the guest of a stay without an account is mailed; none of a stay that a channel has sold.
-- optional
-- nullable: email, language
select c.email, c.language, r.check_in, r.check_out, r.link_version
from reservations r
join contacts c on c.id = r.contact_id
where r.id = :reservation_id and r.source = 'direct'
