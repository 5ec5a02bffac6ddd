-- A key that nobody has.
insert into api_keys (id, user_id, kind, name, hash, prefix, scopes, property_ids, origins)
values (:id::uuid, :user_id, 'secret', 'Accounting', sha256(convert_to(:id::uuid::text, 'UTF8')), 'sj_live_Zk3q', '{reservations.read,payments.read}',
  :property_ids, '{}')
