-- The data of a guest without an account from some stays, as one document (docs/security.md, "Guests without an account"), without travellers and mails.
-- one
-- not null: document
select jsonb_build_object(
  'contacts', (select coalesce(jsonb_agg(to_jsonb(c) - '{plain_name,email_scopes}'::text[] order by c.id), '[]') from contacts c
    where c.id in (select r.contact_id from reservations r where r.id = any (:reservation_ids::bigint[]))),
  'reservations', (select coalesce(jsonb_agg(to_jsonb(r) - '{commission_cents,arrival_access,link_version}'::text[] order by r.id), '[]')
    from reservations r where r.id = any (:reservation_ids::bigint[])),
  'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'actor_id' order by e.id), '[]')
    from reservation_events e where e.reservation_id = any (:reservation_ids::bigint[])),
  'change_requests', (select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]')
    from change_requests c where c.reservation_id = any (:reservation_ids::bigint[])),
  'access_codes', (select coalesce(jsonb_agg(jsonb_build_object('reservation_id', a.reservation_id, 'valid_from', a.valid_from, 'valid_to', a.valid_to, 'set_at', a.set_at)), '[]')
    from access_codes a where a.reservation_id = any (:reservation_ids::bigint[])),
  'contracts', (select coalesce(jsonb_agg(jsonb_build_object('reservation_id', s.reservation_id, 'version', c.version, 'text', c.texts ->> s.locale::text,
      'accepted_at', s.accepted_at, 'accepted_by', s.accepted_by) order by s.reservation_id), '[]')
    from stay_contracts s join contracts c on c.id = s.contract_id where s.reservation_id = any (:reservation_ids::bigint[])),
  'kept_cards', (select coalesce(jsonb_agg(to_jsonb(k) - '{customer_id,method_id}'::text[] || jsonb_build_object('is_kept', k.method_id is not null) order by k.reservation_id), '[]')
    from kept_cards k where k.reservation_id = any (:reservation_ids::bigint[])),
  'messages', (select coalesce(jsonb_agg(to_jsonb(m) - '{claimed_at,external_id,sent_by}'::text[] || jsonb_build_object(
      'content', regexp_replace(m.content, '(/stay/[1-9][0-9]*)\.[A-Za-z0-9_-]+', '\1…', 'g')) order by m.id), '[]')
    from stay_messages m where m.reservation_id = any (:reservation_ids::bigint[])),
  'template_sendings', (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]')
    from template_sendings s where s.reservation_id = any (:reservation_ids::bigint[])),
  'tasks', (select coalesce(jsonb_agg(jsonb_build_object('reservation_id', k.reservation_id, 'day', k.day, 'kind', k.kind, 'note', k.note) order by k.id), '[]')
    from tasks k where k.reservation_id = any (:reservation_ids::bigint[])),
  'reviews', (select coalesce(jsonb_agg(to_jsonb(v) - '{remote_property_id,external_id,claimed_at}'::text[] order by v.id), '[]')
    from channel_reviews v where v.reservation_id = any (:reservation_ids::bigint[])),
  'supplements', (select coalesce(jsonb_agg(to_jsonb(s) - 'created_by' order by s.id), '[]')
    from supplements s where s.reservation_id = any (:reservation_ids::bigint[])),
  'payments', (select coalesce(jsonb_agg(to_jsonb(m) - 'key' order by m.id), '[]')
    from payments m where m.reservation_id = any (:reservation_ids::bigint[])),
  'receipts', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', t.payment_id, 'amount_cents', t.amount_cents, 'currency', t.currency,
      'method', t.method, 'received_at', t.received_at, 'received_on', t.received_on, 'note', t.note) order by t.received_at), '[]')
    from receipts t join payments m on m.id = t.payment_id where m.reservation_id = any (:reservation_ids::bigint[])),
  'refunds', (select coalesce(jsonb_agg(to_jsonb(f) - '{key,reason,created_by}'::text[] order by f.id), '[]')
    from refunds f join payments m on m.id = f.payment_id where m.reservation_id = any (:reservation_ids::bigint[])),
  'invoices', (select coalesce(jsonb_agg(to_jsonb(i) - '{key,seller,seller_id}'::text[] order by i.id), '[]')
    from invoices i where i.reservation_id = any (:reservation_ids::bigint[])),
  'earlier_documents', (select coalesce(jsonb_agg(e.data - '{seller,archive,file,property_id}'::text[] || jsonb_build_object('reservation_id', e.reservation_id) order by e.id), '[]')
    from history_entries e where e.reservation_id = any (:reservation_ids::bigint[]) and e.number is not null)
) as document
