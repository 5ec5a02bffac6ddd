-- The data of a user, as one document (docs/security.md, "Personal data"), without the settings of notifications.
-- optional
-- not null: document
select jsonb_build_object(
  'profile', (select to_jsonb(u) - '{password_hash,token_version,mail_key}'::text[] from users u where u.id = :user_id),
  'identities', (select coalesce(jsonb_agg(to_jsonb(i) - 'user_id'), '[]') from oauth_identities i where i.user_id = :user_id),
  'login_addresses', (select coalesce(jsonb_agg(to_jsonb(l) - 'user_id' order by l.last_login_at), '[]') from familiar_addresses l where l.user_id = :user_id),
  'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - '{user_id,token_version}'::text[] order by s.created_at), '[]') from sessions s where s.user_id = :user_id),
  'authenticators', (select coalesce(jsonb_agg(jsonb_build_object('created_at', a.created_at, 'confirmed_at', a.confirmed_at)), '[]') from totp_secrets a where a.user_id = :user_id),
  'recovery_codes', (select coalesce(jsonb_agg(jsonb_build_object('created_at', r.created_at)), '[]') from recovery_codes r where r.user_id = :user_id),
  'passkeys', (select coalesce(jsonb_agg(to_jsonb(k) - '{user_id,credential_id,public_key,counter}'::text[] order by k.id), '[]') from passkeys k where k.user_id = :user_id),
  'audit', (select coalesce(jsonb_agg(to_jsonb(e) - '{owner_id,actor_role}'::text[] order by e.id), '[]') from audit_entries e where e.actor_id = :user_id),
  'favorites', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' order by f.created_at, f.property_id), '[]') from favorites f where f.user_id = :user_id),
  'notifications', (select coalesce(jsonb_agg(to_jsonb(n) - '{user_id,dedupe_key,account_id}'::text[]
    || jsonb_build_object('hidden_at', case when isfinite(n.hidden_at) then n.hidden_at end) order by n.id), '[]') from notifications n where n.user_id = :user_id and n.account_id is null),
  'properties', (select coalesce(jsonb_agg(to_jsonb(p) - '{weekend_bits,calendar_token,public_latitude,public_longitude}'::text[] order by p.id), '[]') from properties p where p.owner_id = :user_id),
  'company', (select coalesce(jsonb_agg(to_jsonb(c) - 'owner_id'), '[]') from companies c where c.owner_id = :user_id),
  'contracts', (select coalesce(jsonb_agg(to_jsonb(c) - 'owner_id' order by c.version), '[]') from contracts c where c.owner_id = :user_id),
  'sellers', (select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' order by s.id), '[]') from sellers s where s.owner_id = :user_id),
  'api_keys', (select coalesce(jsonb_agg(to_jsonb(k) - '{user_id,hash}'::text[] order by k.id), '[]') from api_keys k where k.user_id = :user_id),
  'memberships', (select coalesce(jsonb_agg(jsonb_build_object('owner_id', g.owner_id, 'role', g.role, 'property_ids', g.property_ids, 'created_at', g.created_at) order by g.id), '[]') from team_grants g where g.user_id = :user_id),
  'team', (select coalesce(jsonb_agg(to_jsonb(g) - '{owner_id,key_hash}'::text[] order by g.id), '[]') from team_grants g where g.owner_id = :user_id),
  'team_invitations', (select coalesce(jsonb_agg(to_jsonb(g) - '{user_id,key_hash}'::text[] order by g.id), '[]')
    from team_grants g where g.invited_by = :user_id and g.owner_id <> :user_id),
  'webhook_endpoints', (select coalesce(jsonb_agg(to_jsonb(w) - '{secret,previous_secret}'::text[] order by w.id), '[]') from webhook_endpoints w where w.owner_id = :user_id),
  'imported_homes', (select coalesce(jsonb_agg(to_jsonb(i) - 'owner_id' order by i.external_id), '[]') from imported_homes i where i.owner_id = :user_id),
  'imported_stays', (select coalesce(jsonb_agg(to_jsonb(i) - '{owner_id,guest_hash}'::text[] order by i.external_id), '[]') from imported_stays i where i.owner_id = :user_id),
  'property_photos', (select coalesce(jsonb_agg(to_jsonb(f) order by f.property_id, f.position), '[]')
    from property_photos f join properties p on p.id = f.property_id where p.owner_id = :user_id),
  'seasons', (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]')
    from seasons s join properties p on p.id = s.property_id where p.owner_id = :user_id),
  'calendar_days', (select coalesce(jsonb_agg(to_jsonb(d) order by d.property_id, d.day), '[]')
    from calendar_days d join properties p on p.id = d.property_id where p.owner_id = :user_id),
  'closures', (select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]')
    from closures c join properties p on p.id = c.property_id where p.owner_id = :user_id),
  'calendar_feeds', (select coalesce(jsonb_agg(to_jsonb(f) order by f.id), '[]')
    from calendar_feeds f join properties p on p.id = f.property_id where p.owner_id = :user_id),
  'webhook_subscriptions', (select coalesce(jsonb_agg(to_jsonb(w) - '{secret_version,compared_on,remote_webhook_id}'::text[] order by w.id), '[]')
    from webhook_subscriptions w join properties p on p.id = w.property_id where p.owner_id = :user_id),
  'reservations', (select coalesce(jsonb_agg(to_jsonb(r) - '{note,labels,commission_cents,arrival_access,link_version}'::text[] order by r.id), '[]') from reservations r where r.guest_id = :user_id),
  'change_requests', (select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]')
    from change_requests c join reservations r on r.id = c.reservation_id where r.guest_id = :user_id),
  'payments', (select coalesce(jsonb_agg(to_jsonb(pay) - 'key' order by pay.id), '[]')
    from payments pay join reservations r on r.id = pay.reservation_id where r.guest_id = :user_id),
  'supplements', (select coalesce(jsonb_agg(to_jsonb(s) - 'created_by' order by s.id), '[]')
    from supplements s join reservations r on r.id = s.reservation_id where r.guest_id = :user_id),
  'refunds', (select coalesce(jsonb_agg(to_jsonb(f) - '{key,reason,created_by}'::text[] order by f.id), '[]')
    from refunds f join payments pay on pay.id = f.payment_id join reservations r on r.id = pay.reservation_id
    where r.guest_id = :user_id and f.source <> 'dispute'),
  'invoices', (select coalesce(jsonb_agg(to_jsonb(i) - '{key,seller,seller_id}'::text[]
      || jsonb_build_object('issued_on', (i.issued_at at time zone (i.seller ->> 'timezone'))::date) order by i.id), '[]')
    from invoices i join reservations r on r.id = i.reservation_id where r.guest_id = :user_id),
  'payment_methods', (select coalesce(jsonb_agg(to_jsonb(m) - '{user_id,method_id,fingerprint}'::text[] order by m.id), '[]') from payment_methods m where m.user_id = :user_id),
  'subscriptions', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.started_at), '[]') from subscriptions s where s.user_id = :user_id),
  'messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'conversation_id' || jsonb_build_object(
      'attachment', case when m.attachment is not null then '/api/v1/messages/attachments/' || m.id end) order by m.id), '[]')
    from conversation_sides s join messages m on m.conversation_id = s.conversation_id where s.user_id = :user_id),
  'stay_messages', (select coalesce(jsonb_agg(to_jsonb(m) - '{claimed_at,external_id}'::text[] || jsonb_build_object(
      'content', regexp_replace(m.content, '(/stay/[1-9][0-9]*)\.[A-Za-z0-9_-]+', '\1…', 'g')) order by m.id), '[]')
    from stay_messages m join reservations r on r.id = m.reservation_id join properties p on p.id = r.property_id
    where p.owner_id = :user_id or m.sent_by = :user_id or (r.guest_id = :user_id and m.source <> 'note')),
  'message_templates', (select coalesce(jsonb_agg(to_jsonb(t) - 'owner_id' order by t.id), '[]') from message_templates t where t.owner_id = :user_id),
  'tasks', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from tasks t join properties p on p.id = t.property_id where p.owner_id = :user_id),
  'arrivals', (select coalesce(jsonb_agg(to_jsonb(a) order by a.property_id), '[]') from arrivals a join properties p on p.id = a.property_id where p.owner_id = :user_id),
  'blocked_users', (select coalesce(jsonb_agg(to_jsonb(b) - 'user_id' order by b.created_at), '[]') from message_blocks b where b.user_id = :user_id),
  'conversation_reports', (select coalesce(jsonb_agg(to_jsonb(r) - '{conversation_id,reporter_id}'::text[] order by r.id), '[]') from conversation_reports r where r.reporter_id = :user_id),
  'reviews', (select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') from comments c where c.author_id = :user_id),
  'policy_acceptances', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.accepted_at), '[]') from policy_acceptances a where a.user_id = :user_id)
) as document
