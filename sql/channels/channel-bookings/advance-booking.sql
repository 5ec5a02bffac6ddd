-- Records a revision of a booking and locks the booking; no row when a newer revision, or this one, is known already. A revision
-- that yields is recorded only as the first one. The known revision is recorded again where its stays are misplaced.
-- optional
insert into channel_bookings as b (provider, owner_id, booking_id, revision_id, version_at, is_cancelled)
values (:provider, :owner_id, :booking_id, :revision_id, :version_at, :is_cancelled)
on conflict (provider, owner_id, booking_id) do update
set revision_id = excluded.revision_id, version_at = excluded.version_at, is_cancelled = excluded.is_cancelled,
  updated_at = now()
where :is_misplaced::boolean and excluded.revision_id = b.revision_id or not :yields::boolean
  and (excluded.version_at, excluded.is_cancelled, excluded.revision_id) > (b.version_at, b.is_cancelled, b.revision_id)
returning b.id
