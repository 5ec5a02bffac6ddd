-- Archives a home. Past reservations stay. Its feeds are deleted when they are next due (src/bookings/calendars/feeds.ts).
update properties set status = 'archived', updated_at = now() where id = :property_id
