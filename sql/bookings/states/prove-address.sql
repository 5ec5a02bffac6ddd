-- Writes that the address of the guest of a stay without an account is proved (docs/security.md, "Proved addresses"): the stay was paid, or somebody
-- has used a link that was only mailed to that address. A payment of a stay whose address was never changed also ends the limits of who typed it.
-- nullable: :mailed_to
update contacts c
set proved_email = c.email,
  email_scopes = case when :mailed_to::text is null and c.previous_email is null then null else c.email_scopes end
from reservations r
where r.id = :reservation_id and c.id = r.contact_id and c.email is not null
  and (:mailed_to::text is null or lower(c.email) = lower(:mailed_to::text))
  and (lower(c.proved_email) is distinct from lower(c.email) or :mailed_to::text is null and c.email_scopes is not null)
