-- Records a request that is no booking yet, and locks it. Its conversation is kept once it is known.
-- one
-- nullable: :thread_id
insert into channel_bookings as b (provider, owner_id, booking_id, revision_id, version_at, is_cancelled, is_request, thread_id)
values (:provider, :owner_id, :booking_id, '', now(), false, true, :thread_id)
on conflict (provider, owner_id, booking_id) do update set thread_id = coalesce(b.thread_id, excluded.thread_id), updated_at = now()
returning b.id
