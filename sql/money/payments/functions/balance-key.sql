-- The key of a balance follows from that of its deposit (a UUID of version 8): its link is there before the balance is, and when a
-- backup is restored from before it was made, it is made again with the same key.
create or replace function balance_key(deposit_key uuid) returns uuid language sql immutable parallel safe
  return overlay(overlay(md5(deposit_key::text || ' balance') placing '8' from 13) placing '8' from 17)::uuid;
