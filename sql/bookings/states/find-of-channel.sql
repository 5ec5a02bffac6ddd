-- A booking of a channel at a home, by the name of the platform and its code; `external_id`: its name in the files of the company.
-- optional
-- nullable: external_id, note
select r.id, r.note, i.external_id
from reservations r
left join imported_stays i on i.reservation_id = r.id
where r.property_id = :property_id and r.source = 'channel' and r.ota_reservation_code = :ota_reservation_code
  and plain_channel(r.ota_name) = plain_channel(:ota_name)
order by r.id
limit 1
