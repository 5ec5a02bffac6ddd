-- Keeps the code that is mailed to the guest of a stay, in place of an earlier one, for ten minutes.
insert into stay_codes (reservation_id, code_hash, expires_at) values (:reservation_id, :code_hash, now() + interval '10 minutes')
on conflict (reservation_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at
