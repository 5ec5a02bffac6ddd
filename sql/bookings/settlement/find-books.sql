-- Status and currency of a stay, and the days on which money for it can have been received elsewhere: from a year before the stay was
-- made to today at the home.
-- reads: states: money is entered in the currency of the stay, and from a year before it was made
-- reads: properties: money is entered up to today at the home
-- optional
-- not null: today, earliest
select r.status, r.currency, (now() at time zone h.timezone)::date as today,
  ((r.created_at at time zone h.timezone) - interval '1 year')::date as earliest
from reservations r join properties h on h.id = r.property_id
where r.id = :reservation_id
