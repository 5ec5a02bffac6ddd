-- Notes that the guest is mailed a bill with its lines: their address is proved.
-- reads: states: a mail to another address has no lines
update supplements s set mailed_at = now()
from reservations r
join contacts c on c.id = r.contact_id and lower(c.email) = lower(c.proved_email)
where s.payment_id = :payment_id and r.id = s.reservation_id
