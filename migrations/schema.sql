-- Written by `npm run sql:types` from the migrated database; do not edit. It is there to be read, and to be compared with the database
-- at every start (src/platform/schema/schema-complete.ts). The migrations make the schema.

create extension btree_gist;
create extension cube;
create extension pg_trgm;
create extension unaccent;

create type actor as enum ('guest', 'owner', 'channel', 'support', 'system');
create type api_key_kind as enum ('secret', 'publishable', 'assistant');
create type arrival_access as enum ('automatic', 'released', 'withheld');
create type calendar_conflict_kind as enum ('certain', 'possible', 'block', 'same', 'gone');
create type cancellation_policy as enum ('flexible', 'moderate', 'strict');
create type change_request_status as enum ('open', 'accepted', 'declined', 'withdrawn', 'expired');
create type channel_update_kind as enum ('availability', 'restrictions');
create type closure_kind as enum ('closure', 'owner_stay');
create type delivery_status as enum ('waiting', 'delivered', 'failed');
create type event_status as enum ('received', 'applied', 'ignored', 'malformed');
create type invoice_kind as enum ('invoice', 'credit_note');
create type locale as enum ('fr', 'en');
create type message_source as enum ('site', 'airbnb', 'booking_com', 'expedia', 'mail', 'note');
create type message_state as enum ('sending', 'sent', 'failed', 'unclear');
create type money_method as enum ('card', 'transfer', 'cash', 'cheque', 'voucher', 'other', 'carried');
create type occupancy_kind as enum ('stay', 'closure');
create type passkey_purpose as enum ('registration', 'proof');
create type payment_status as enum ('unpaid', 'processing', 'paid', 'failed', 'partially_refunded', 'refunded', 'cancelled');
create type policy_status as enum ('draft', 'published', 'archived');
create type policy_type as enum ('terms', 'sales_terms', 'privacy', 'cookies', 'cancellation', 'refund', 'house_rules', 'host_agreement');
create type property_status as enum ('draft', 'published', 'archived');
create type receipt_status as enum ('applied', 'surplus', 'mismatch');
create type refund_source as enum ('api', 'cancellation', 'late', 'surplus', 'provider', 'dispute');
create type refund_status as enum ('pending', 'succeeded', 'failed');
create type reservation_source as enum ('direct', 'channel');
create type reservation_status as enum ('inquiry', 'pending', 'confirmed', 'declined', 'expired', 'cancelled', 'checked_in', 'completed', 'no_show');
create type season_policy as enum ('booking', 'nights');
create type season_status as enum ('active', 'inactive');
create type seller_kind as enum ('business', 'private');
create type task_kind as enum ('cleaning', 'maintenance', 'other');
create type template_sending_status as enum ('claimed', 'sent', 'skipped');
create type template_trigger as enum ('confirmed', 'arrival', 'departure', 'balance_paid', 'review_due');
create type user_role as enum ('user', 'owner', 'support', 'admin');
create type webhook_registration as enum ('none', 'pending', 'registered', 'refused');

create domain amenity as text;
create domain cents as bigint
  constraint cents_check CHECK (VALUE >= 0);
create domain currency_code as text
  constraint currency_code_check CHECK (VALUE ~ '^[A-Z]{3}$'::text);
create domain degrees_east as double precision
  constraint degrees_east_check CHECK (VALUE >= '-180'::integer::double precision AND VALUE <= 180::double precision);
create domain degrees_north as double precision
  constraint degrees_north_check CHECK (VALUE >= '-90'::integer::double precision AND VALUE <= 90::double precision);
create domain notification_type as text;
create domain oauth_provider as text;
create domain payment_kind as text;
create domain percent as integer
  constraint percent_check CHECK (VALUE >= 1 AND VALUE <= 100);
create domain positive as integer
  constraint positive_check CHECK (VALUE >= 1);
create domain property_type as text;
create domain room_type as text;
create domain stars as integer
  constraint stars_check CHECK (VALUE >= 1 AND VALUE <= 5);
create domain whole as integer
  constraint whole_check CHECK (VALUE >= 0);

create sequence realtime_outbox_positions as bigint;

create table access_codes (
  reservation_id bigint not null,
  sealed bytea not null,
  valid_from timestamp with time zone,
  valid_to timestamp with time zone,
  property_id uuid not null,
  check_in date not null,
  check_out date not null,
  set_at timestamp with time zone not null default now(),
  constraint access_codes_pkey PRIMARY KEY (reservation_id),
  constraint access_codes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint access_codes_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint access_codes_in_order CHECK (valid_from < valid_to)
);
CREATE TRIGGER access_codes_audited AFTER INSERT OR DELETE OR UPDATE ON access_codes FOR EACH ROW EXECUTE FUNCTION audit_row('access_code', '{sealed,valid_from,valid_to}', 'reservation_id'); -- writes audit_entries

create table account_undos (
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint account_undos_pkey PRIMARY KEY (id),
  constraint account_undos_token_hash_key UNIQUE (token_hash),
  constraint account_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_undos_expiry ON account_undos USING btree (expires_at);
CREATE INDEX account_undos_user ON account_undos USING btree (user_id, id);

create table amenities (
  id amenity not null,
  name_fr text not null,
  name_en text not null,
  "position" integer not null,
  "bit" smallint not null,
  constraint amenities_pkey PRIMARY KEY (id),
  constraint amenities_bit_key UNIQUE ("bit"),
  constraint amenities_bit_check CHECK ("bit" >= 0 AND "bit" <= 62)
);

create table api_keys (
  id uuid not null default uuid_v7(),
  user_id bigint not null,
  kind api_key_kind not null,
  name text not null,
  hash bytea not null,
  prefix text not null,
  scopes text[] not null,
  property_ids uuid[],
  origins text[] not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash UNIQUE (hash),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint api_keys_check CHECK (kind <> 'publishable'::api_key_kind OR cardinality(scopes) = 0),
  constraint api_keys_check1 CHECK (kind = 'publishable'::api_key_kind OR cardinality(origins) = 0)
);
CREATE INDEX api_keys_origins ON api_keys USING gin (origins) WHERE kind = 'publishable'::api_key_kind;
CREATE INDEX api_keys_user ON api_keys USING btree (user_id, id);
CREATE TRIGGER api_keys_audited AFTER INSERT OR DELETE OR UPDATE OF name, scopes, origins ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_row('api_key', '{name,kind,scopes,origins}'); -- writes audit_entries

create table arrival_pictures (
  id bigint not null generated always as identity,
  property_id uuid not null,
  path text not null,
  width integer not null,
  height integer not null,
  caption text,
  constraint arrival_pictures_pkey PRIMARY KEY (id),
  constraint arrival_pictures_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id)
);
CREATE INDEX arrival_pictures_home ON arrival_pictures USING btree (property_id, id);
CREATE INDEX arrival_pictures_path ON arrival_pictures USING btree (path);

create table arrivals (
  property_id uuid not null,
  reveal_hours integer not null,
  wifi jsonb,
  texts jsonb not null,
  updated_at timestamp with time zone not null default now(),
  identity_asked_from timestamp with time zone,
  constraint arrivals_pkey PRIMARY KEY (property_id),
  constraint arrivals_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint arrivals_reveal_hours_check CHECK (reveal_hours >= 0 AND reveal_hours <= 720)
);
CREATE TRIGGER arrivals_audited AFTER INSERT OR UPDATE ON arrivals FOR EACH ROW EXECUTE FUNCTION audit_row('property.arrival', '{reveal_hours,wifi,texts,identity_asked_from}', 'property_id'); -- writes audit_entries

create table attempt_counters (
  key text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint attempt_counters_pkey PRIMARY KEY (key)
);
CREATE INDEX attempt_counters_end ON attempt_counters USING btree (ends_at);

create table audit_entries (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  action text not null,
  object_id text not null,
  property_id uuid,
  owner_id bigint,
  actor_id bigint,
  actor_role user_role,
  data jsonb,
  address text,
  device text,
  key_id uuid default (audit_actor() ->> 'key_id'::text)::uuid,
  as_member boolean not null default COALESCE((audit_actor() ->> 'as_member'::text)::boolean, false),
  constraint audit_entries_pkey PRIMARY KEY (id, at)
) partition by RANGE (at);
CREATE INDEX audit_entries_actor ON ONLY audit_entries USING btree (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_owner ON ONLY audit_entries USING btree (owner_id, id) WHERE owner_id IS NOT NULL;
CREATE TRIGGER audit_entries_kept BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_keep();
CREATE TRIGGER audit_entries_kept_whole BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_keep();

create table calendar_conflicts (
  id bigint not null generated always as identity,
  feed_id bigint not null,
  reservation_id bigint,
  kind calendar_conflict_kind not null,
  nights datemultirange not null,
  told datemultirange not null,
  opened_at timestamp with time zone not null default now(),
  other_feed_id bigint,
  dismissed datemultirange not null default '{}'::datemultirange,
  dismissed_because text,
  constraint calendar_conflicts_pkey PRIMARY KEY (id),
  constraint calendar_conflicts_feeds UNIQUE (feed_id, other_feed_id, kind),
  constraint calendar_conflicts_stay UNIQUE (feed_id, reservation_id, kind),
  constraint calendar_conflicts_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feeds(id) ON DELETE CASCADE,
  constraint calendar_conflicts_other_feed_id_fkey FOREIGN KEY (other_feed_id) REFERENCES calendar_feeds(id) ON DELETE CASCADE,
  constraint calendar_conflicts_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE,
  constraint calendar_conflicts_dismissed_because_check CHECK (char_length(dismissed_because) <= 255),
  constraint calendar_conflicts_order CHECK (feed_id < other_feed_id),
  constraint calendar_conflicts_subject CHECK (num_nonnulls(reservation_id, other_feed_id) = 1)
);
CREATE INDEX calendar_conflicts_other_feed ON calendar_conflicts USING btree (other_feed_id);
CREATE INDEX calendar_conflicts_reservation ON calendar_conflicts USING btree (reservation_id);
CREATE TRIGGER calendar_conflicts_audited AFTER UPDATE OF dismissed_because ON calendar_conflicts FOR EACH ROW WHEN (NOT new.dismissed <@ old.dismissed) EXECUTE FUNCTION audit_of_dismissal(); -- writes audit_entries
CREATE TRIGGER calendar_conflicts_told_deleted AFTER DELETE ON calendar_conflicts FOR EACH ROW WHEN (old.kind <> ALL (ARRAY['block'::calendar_conflict_kind, 'same'::calendar_conflict_kind])) EXECUTE FUNCTION event_of_conflict(); -- writes event_facts
CREATE TRIGGER calendar_conflicts_told_inserted AFTER INSERT ON calendar_conflicts FOR EACH ROW WHEN (new.kind <> ALL (ARRAY['block'::calendar_conflict_kind, 'same'::calendar_conflict_kind])) EXECUTE FUNCTION event_of_conflict(); -- writes event_facts
CREATE TRIGGER calendar_conflicts_told_updated AFTER UPDATE OF nights ON calendar_conflicts FOR EACH ROW WHEN (new.kind <> ALL (ARRAY['block'::calendar_conflict_kind, 'same'::calendar_conflict_kind])) EXECUTE FUNCTION event_of_conflict(); -- writes event_facts

create table calendar_days (
  property_id uuid not null,
  day date not null,
  price_cents bigint,
  cleaning_fee_cents bigint,
  extra_guest_fee_cents bigint,
  min_stay integer,
  max_stay integer,
  closed_to_arrival boolean,
  closed_to_departure boolean,
  constraint calendar_days_pkey PRIMARY KEY (property_id, day),
  constraint calendar_days_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint calendar_days_cleaning_fee_cents_check CHECK (cleaning_fee_cents >= 0),
  constraint calendar_days_extra_guest_fee_cents_check CHECK (extra_guest_fee_cents >= 0),
  constraint calendar_days_max_stay_check CHECK (max_stay >= 1),
  constraint calendar_days_min_stay_check CHECK (min_stay >= 1),
  constraint calendar_days_price_cents_check CHECK (price_cents >= 0)
);
CREATE INDEX calendar_days_age ON calendar_days USING btree ((day + 0));
CREATE TRIGGER calendar_days_channel_deleted AFTER DELETE ON calendar_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION channel_mark_days(); -- writes channel_updates
CREATE TRIGGER calendar_days_channel_inserted AFTER INSERT ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION channel_mark_days(); -- writes channel_updates
CREATE TRIGGER calendar_days_channel_updated AFTER UPDATE ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION channel_mark_days(); -- writes channel_updates
CREATE TRIGGER calendar_days_deleted_audited AFTER DELETE ON calendar_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_of_days(); -- writes audit_entries
CREATE TRIGGER calendar_days_inserted_audited AFTER INSERT ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_of_days(); -- writes audit_entries
CREATE TRIGGER calendar_days_search_deleted AFTER DELETE ON calendar_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_days_changed(); -- writes search_homes
CREATE TRIGGER calendar_days_search_inserted AFTER INSERT ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_days_changed(); -- writes search_homes
CREATE TRIGGER calendar_days_told_deleted AFTER DELETE ON calendar_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_days(); -- writes event_days
CREATE TRIGGER calendar_days_told_inserted AFTER INSERT ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_days(); -- writes event_days
CREATE TRIGGER calendar_days_told_updated AFTER UPDATE ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_days(); -- writes event_days
CREATE TRIGGER calendar_days_updated_audited AFTER UPDATE ON calendar_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION audit_of_days(); -- writes audit_entries

create table calendar_feeds (
  id bigint not null generated always as identity,
  property_id uuid not null,
  name text not null,
  url text not null,
  next_fetch_at timestamp with time zone not null default now(),
  attempted_at timestamp with time zone,
  imported_at timestamp with time zone,
  taken jsonb not null default '[]'::jsonb,
  failures integer not null default 0,
  error text,
  claim whole not null default 0,
  read_claim whole not null default 0,
  skipped text[] not null default '{}'::text[],
  exported_at timestamp with time zone,
  stays boolean not null default false,
  problems jsonb not null default '[]'::jsonb,
  left_out jsonb not null default '{"free": 0, "past": 0, "blocks": 0, "cancelled": 0}'::jsonb,
  error_detail text,
  ignore_blocks boolean not null default false,
  ends text not null default 'departure'::text,
  doubted_at timestamp with time zone,
  told jsonb not null default '[]'::jsonb,
  slow_readings smallint not null default 0,
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_property_id_url_key UNIQUE (property_id, url),
  constraint calendar_feeds_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint calendar_feeds_ends CHECK (ends = ANY (ARRAY['departure'::text, 'last_night'::text])),
  constraint calendar_feeds_failures_check CHECK (failures >= 0),
  constraint calendar_feeds_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  constraint calendar_feeds_url_check CHECK (char_length(url) <= 2048)
);
CREATE INDEX calendar_feeds_due ON calendar_feeds USING btree (next_fetch_at, id);
CREATE TRIGGER calendar_feeds_audited AFTER INSERT OR DELETE ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION audit_row('calendar_feed', '{name}'); -- writes audit_entries

create table change_requests (
  id bigint not null generated always as identity,
  reservation_id bigint not null,
  change jsonb not null,
  message text,
  status change_request_status not null default 'open'::change_request_status,
  reason text,
  open_until date not null,
  created_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  by_company_link boolean not null default false,
  constraint change_requests_pkey PRIMARY KEY (id),
  constraint change_requests_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint change_requests_closed CHECK ((status = 'open'::change_request_status) = (closed_at IS NULL))
);
CREATE INDEX change_requests_old ON change_requests USING btree (open_until);
CREATE UNIQUE INDEX change_requests_open ON change_requests USING btree (reservation_id) WHERE status = 'open'::change_request_status;
CREATE INDEX change_requests_stay ON change_requests USING btree (reservation_id, id);

create table channel_bookings (
  id bigint not null generated always as identity,
  provider text not null,
  owner_id bigint not null,
  booking_id text not null,
  revision_id text not null,
  version_at timestamp with time zone not null,
  is_cancelled boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  messages_until timestamp with time zone,
  is_request boolean not null default false,
  thread_id text,
  constraint channel_bookings_pkey PRIMARY KEY (id),
  constraint channel_bookings_provider_owner_id_booking_id_key UNIQUE (provider, owner_id, booking_id),
  constraint channel_bookings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX channel_bookings_owner ON channel_bookings USING btree (owner_id);

create table channel_properties (
  remote_property_id text not null,
  owner_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint channel_properties_pkey PRIMARY KEY (remote_property_id),
  constraint channel_properties_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint channel_properties_remote_property_id_check CHECK (char_length(remote_property_id) <= 100)
);
CREATE INDEX channel_properties_owner ON channel_properties USING btree (owner_id);
CREATE TRIGGER channel_properties_audited AFTER INSERT OR DELETE ON channel_properties FOR EACH ROW EXECUTE FUNCTION audit_row('channel_property', '{remote_property_id}', 'remote_property_id'); -- writes audit_entries

create table channel_queues (
  remote_property_id text not null,
  kind channel_update_kind not null,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default now(),
  paced_until timestamp with time zone not null default now(),
  paused_until timestamp with time zone not null default now(),
  constraint channel_queues_pkey PRIMARY KEY (remote_property_id, kind)
);

create table channel_reviews (
  id bigint not null default nextval('comments_id_seq'::regclass),
  property_id uuid not null,
  reservation_id bigint,
  remote_property_id text not null,
  external_id text not null,
  source message_source not null,
  guest_name text,
  content text not null,
  score numeric(3,1),
  rating stars,
  cleanliness stars,
  accuracy stars,
  check_in stars,
  communication stars,
  location stars,
  value stars,
  is_hidden boolean not null,
  reply text,
  replied_at timestamp with time zone,
  reply_state message_state,
  reply_error text,
  claimed_at timestamp with time zone,
  received_at timestamp with time zone not null,
  updated_at timestamp with time zone not null default now(),
  constraint channel_reviews_pkey PRIMARY KEY (id),
  constraint channel_reviews_external UNIQUE (external_id),
  constraint channel_reviews_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint channel_reviews_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint channel_reviews_error CHECK (reply_error IS NULL OR reply_state = 'failed'::message_state),
  constraint channel_reviews_rated CHECK ((score IS NULL) = (rating IS NULL)),
  constraint channel_reviews_replied CHECK ((reply IS NULL) = (replied_at IS NULL) AND (reply IS NULL) = (reply_state IS NULL)),
  constraint channel_reviews_score_check CHECK (score >= 0::numeric AND score <= 10::numeric),
  constraint channel_reviews_source_check CHECK (source = ANY (ARRAY['airbnb'::message_source, 'booking_com'::message_source, 'expedia'::message_source]))
);
CREATE INDEX channel_reviews_named ON channel_reviews USING btree (received_at) WHERE guest_name IS NOT NULL;
CREATE INDEX channel_reviews_property ON channel_reviews USING btree (property_id, received_at DESC, id DESC) WHERE NOT is_hidden AND rating IS NOT NULL;

create table channel_stays (
  channel_booking_id bigint not null,
  property_id uuid not null,
  "position" integer not null,
  reservation_id bigint not null,
  constraint channel_stays_pkey PRIMARY KEY (channel_booking_id, property_id, "position"),
  constraint channel_stays_reservation_id_key UNIQUE (reservation_id),
  constraint channel_stays_channel_booking_id_fkey FOREIGN KEY (channel_booking_id) REFERENCES channel_bookings(id) ON DELETE CASCADE,
  constraint channel_stays_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint channel_stays_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);
CREATE INDEX channel_stays_property ON channel_stays USING btree (property_id);

create table channel_updates (
  subscription_id uuid not null,
  kind channel_update_kind not null,
  days datemultirange not null default '{}'::datemultirange,
  sending datemultirange not null default '{}'::datemultirange,
  due_at timestamp with time zone not null default now(),
  is_refused boolean not null default false,
  failures whole not null default 0,
  failing_since timestamp with time zone,
  alerted_at timestamp with time zone,
  error text,
  constraint channel_updates_pkey PRIMARY KEY (subscription_id, kind),
  constraint channel_updates_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES webhook_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX channel_updates_waiting ON channel_updates USING btree (subscription_id, kind) WHERE NOT (isempty(days) AND isempty(sending));

create table charges (
  payment_id bigint not null,
  key uuid not null default gen_random_uuid(),
  customer_id text not null,
  method_id text not null,
  refused_at timestamp with time zone,
  refusal text,
  created_at timestamp with time zone not null default now(),
  constraint charges_pkey PRIMARY KEY (payment_id),
  constraint charges_key_key UNIQUE (key),
  constraint charges_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE TRIGGER charges_reconciled BEFORE INSERT ON charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_until_reconciled();

create table checkout_sessions (
  id bigint not null generated always as identity,
  payment_id bigint not null,
  key uuid not null default gen_random_uuid(),
  request json not null,
  expires_at timestamp with time zone not null,
  session_id text,
  url text,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint checkout_sessions_pkey PRIMARY KEY (id),
  constraint checkout_sessions_key_key UNIQUE (key),
  constraint checkout_sessions_session_id_key UNIQUE (session_id),
  constraint checkout_sessions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX checkout_sessions_payment ON checkout_sessions USING btree (payment_id, id DESC);

create table cities (
  id text not null,
  country_id text not null,
  name text not null,
  admin_code text,
  population integer not null,
  latitude double precision not null,
  longitude double precision not null,
  timezone text not null,
  tax_per_adult_night_cents bigint,
  tax_percent_hundredths integer,
  tax_cap_cents bigint,
  constraint cities_pkey PRIMARY KEY (id),
  constraint cities_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id),
  constraint cities_check CHECK (tax_per_adult_night_cents IS NULL OR tax_percent_hundredths IS NULL),
  constraint cities_tax_cap_cents_check CHECK (tax_cap_cents >= 0),
  constraint cities_tax_per_adult_night_cents_check CHECK (tax_per_adult_night_cents >= 0),
  constraint cities_tax_percent_hundredths_check CHECK (tax_percent_hundredths >= 0 AND tax_percent_hundredths <= 10000)
);
CREATE INDEX cities_country_population ON cities USING btree (country_id, population DESC, id);
CREATE INDEX cities_name_trgm ON cities USING gin (normalize_text(name) gin_trgm_ops);
CREATE INDEX cities_taxed ON cities USING btree (id) WHERE tax_per_adult_night_cents IS NOT NULL OR tax_percent_hundredths IS NOT NULL;

create table closures (
  id bigint not null generated always as identity,
  property_id uuid not null,
  start_date date not null,
  end_date date not null,
  reason text,
  feed_id bigint,
  uid text,
  created_at timestamp with time zone not null default now(),
  kind closure_kind not null default 'closure'::closure_kind,
  name text,
  guests integer,
  note text,
  task_id bigint,
  is_echo boolean not null default false,
  constraint closures_pkey PRIMARY KEY (id),
  constraint closures_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feeds(id) ON DELETE CASCADE,
  constraint closures_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint closures_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  constraint closures_check CHECK (start_date <= end_date),
  constraint closures_feed_uid CHECK ((feed_id IS NULL) = (uid IS NULL)),
  constraint closures_guests_check CHECK (guests >= 1 AND guests <= 50),
  constraint closures_name_check CHECK (char_length(name) <= 255),
  constraint closures_note_check CHECK (char_length(note) <= 2000),
  constraint closures_owner_stay CHECK (
CASE kind
    WHEN 'owner_stay'::closure_kind THEN feed_id IS NULL AND guests IS NOT NULL
    ELSE num_nonnulls(name, guests, note) = 0
END),
  constraint closures_reason_check CHECK (char_length(reason) <= 255),
  constraint closures_task CHECK (task_id IS NULL OR feed_id IS NULL AND kind = 'closure'::closure_kind)
);
CREATE INDEX closures_feed ON closures USING btree (feed_id) WHERE feed_id IS NOT NULL;
CREATE INDEX closures_named ON closures USING btree (end_date) WHERE name IS NOT NULL OR note IS NOT NULL;
CREATE INDEX closures_property ON closures USING btree (property_id, start_date);
CREATE INDEX closures_task ON closures USING btree (task_id) WHERE task_id IS NOT NULL;
CREATE TRIGGER closures_deleted_audited AFTER DELETE ON closures FOR EACH ROW WHEN (old.feed_id IS NULL) EXECUTE FUNCTION audit_row('closure', '{start_date,end_date}'); -- writes audit_entries
CREATE TRIGGER closures_inserted_audited AFTER INSERT ON closures FOR EACH ROW WHEN (new.feed_id IS NULL) EXECUTE FUNCTION audit_row('closure', '{start_date,end_date}'); -- writes audit_entries

create table comment_moderations (
  id bigint not null generated always as identity,
  comment_id bigint not null,
  actor_id bigint not null,
  is_hidden boolean not null,
  reason text not null,
  at timestamp with time zone not null default now(),
  constraint comment_moderations_pkey PRIMARY KEY (id),
  constraint comment_moderations_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint comment_moderations_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE
);
CREATE INDEX comment_moderations_comment ON comment_moderations USING btree (comment_id, id);
CREATE TRIGGER comment_moderations_audited AFTER INSERT ON comment_moderations FOR EACH ROW EXECUTE FUNCTION audit_row('review.moderation', '{comment_id,is_hidden,reason}', 'comment_id'); -- writes audit_entries

create table comments (
  id bigint not null generated always as identity,
  property_id uuid not null,
  reservation_id bigint not null,
  author_id bigint not null,
  rating stars not null,
  content text not null,
  cleanliness stars,
  accuracy stars,
  check_in stars,
  communication stars,
  location stars,
  value stars,
  reply text,
  replied_at timestamp with time zone,
  hidden_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_one_per_stay UNIQUE (reservation_id),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint comments_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint comments_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint comments_check CHECK ((reply IS NULL) = (replied_at IS NULL))
);
CREATE INDEX comments_author ON comments USING btree (author_id);
CREATE INDEX comments_property ON comments USING btree (property_id, created_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE TRIGGER comments_told AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION event_of_review(); -- writes event_facts

create table companies (
  owner_id bigint not null,
  name text not null,
  logo text,
  colour text,
  site text,
  reply_to text,
  legal text,
  updated_at timestamp with time zone not null default now(),
  constraint companies_pkey PRIMARY KEY (owner_id),
  constraint companies_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint companies_colour_check CHECK (colour ~ '^#[0-9a-f]{6}$'::text),
  constraint companies_legal_check CHECK (char_length(legal) <= 500),
  constraint companies_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint companies_reply_to_check CHECK (char_length(reply_to) <= 255),
  constraint companies_site_check CHECK (char_length(site) <= 2048)
);
CREATE TRIGGER companies_audited AFTER INSERT OR DELETE OR UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION audit_row('company.changed', '{name,logo,colour,site,reply_to,legal}', 'owner_id'); -- writes audit_entries
CREATE TRIGGER companies_told AFTER INSERT OR DELETE OR UPDATE OF name, logo, site ON companies FOR EACH ROW EXECUTE FUNCTION event_of_company(); -- writes event_facts

create table contacts (
  id bigint not null generated always as identity,
  name text not null,
  plain_name text not null generated always as (normalize_text(name)) stored,
  email text,
  phone text,
  country_id text,
  departs_on date,
  created_at timestamp with time zone not null default now(),
  first_name text,
  last_name text,
  language text,
  proved_email text,
  previous_email text,
  email_scopes text[],
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id)
);
CREATE INDEX contacts_proved ON contacts USING btree (lower(proved_email)) WHERE proved_email IS NOT NULL;
CREATE INDEX contacts_reachable ON contacts USING btree (departs_on) WHERE email IS NOT NULL OR phone IS NOT NULL OR proved_email IS NOT NULL OR previous_email IS NOT NULL;
CREATE TRIGGER contacts_search AFTER UPDATE OF name, email, phone ON contacts FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email OR old.phone IS DISTINCT FROM new.phone) EXECUTE FUNCTION search_contact_changed(); -- writes stay_search
CREATE CONSTRAINT TRIGGER contacts_told AFTER UPDATE ON contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{plain_name,departs_on,proved_email,previous_email,email_scopes}'::text[])) EXECUTE FUNCTION event_of_contact(); -- writes event_facts

create table contracts (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  property_id uuid,
  version integer not null,
  texts jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint contracts_pkey PRIMARY KEY (id),
  constraint contracts_owner_id_version_key UNIQUE (owner_id, version),
  constraint contracts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint contracts_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint contracts_version_check CHECK (version >= 1)
);
CREATE INDEX contracts_of_home ON contracts USING btree (property_id, version) WHERE property_id IS NOT NULL;
CREATE TRIGGER contracts_audited AFTER INSERT ON contracts FOR EACH ROW EXECUTE FUNCTION audit_row('contract.changed', '{version,texts}', 'version'); -- writes audit_entries

create table conversation_readings (
  id bigint not null generated always as identity,
  report_id bigint not null,
  reader_id bigint not null,
  at timestamp with time zone not null default now(),
  constraint conversation_readings_pkey PRIMARY KEY (id),
  constraint conversation_readings_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES users(id),
  constraint conversation_readings_report_id_fkey FOREIGN KEY (report_id) REFERENCES conversation_reports(id)
);
CREATE INDEX conversation_readings_report ON conversation_readings USING btree (report_id, id);
CREATE TRIGGER conversation_readings_audited AFTER INSERT ON conversation_readings FOR EACH ROW EXECUTE FUNCTION audit_of_reading(); -- writes audit_entries

create table conversation_reports (
  id bigint not null generated always as identity,
  conversation_id bigint not null,
  reporter_id bigint not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  constraint conversation_reports_pkey PRIMARY KEY (id),
  constraint conversation_reports_once UNIQUE (conversation_id, reporter_id),
  constraint conversation_reports_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
  constraint conversation_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id)
);
CREATE INDEX conversation_reports_reporter ON conversation_reports USING btree (reporter_id);

create table conversation_sides (
  user_id bigint not null,
  other_id bigint not null,
  conversation_id bigint not null,
  last_message_id bigint not null,
  unread whole not null default 0,
  read_up_to bigint not null default 0,
  mail_due_at timestamp with time zone,
  mailed_at timestamp with time zone,
  mailed_up_to bigint not null default 0,
  answered_up_to bigint not null default 0,
  constraint conversation_sides_pkey PRIMARY KEY (user_id, other_id),
  constraint conversation_sides_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
  constraint conversation_sides_other_id_fkey FOREIGN KEY (other_id) REFERENCES users(id),
  constraint conversation_sides_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX conversation_sides_conversation ON conversation_sides USING btree (conversation_id);
CREATE INDEX conversation_sides_latest ON conversation_sides USING btree (user_id, last_message_id DESC);
CREATE INDEX conversation_sides_unread ON conversation_sides USING btree (user_id) WHERE unread::integer > 0;
CREATE INDEX conversation_sides_waiting ON conversation_sides USING btree (user_id) WHERE last_message_id > answered_up_to;

create table conversation_totals (
  user_id bigint not null,
  total whole not null,
  constraint conversation_totals_pkey PRIMARY KEY (user_id),
  constraint conversation_totals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table conversations (
  id bigint not null generated always as identity,
  low_id bigint not null,
  high_id bigint not null,
  property_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_pair UNIQUE (low_id, high_id),
  constraint conversations_high_id_fkey FOREIGN KEY (high_id) REFERENCES users(id),
  constraint conversations_low_id_fkey FOREIGN KEY (low_id) REFERENCES users(id),
  constraint conversations_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint conversations_check CHECK (low_id < high_id)
);

create table countries (
  id text not null,
  iso3 text not null,
  name_fr text not null,
  name_en text not null,
  phone_code text,
  currency text,
  continent text,
  constraint countries_pkey PRIMARY KEY (id),
  constraint countries_id_check CHECK (id ~ '^[A-Z]{2}$'::text)
);

create table customers (
  user_id bigint not null,
  key uuid not null default gen_random_uuid(),
  customer_id text,
  created_at timestamp with time zone not null default now(),
  constraint customers_pkey PRIMARY KEY (user_id),
  constraint customers_customer_id_key UNIQUE (customer_id),
  constraint customers_key_key UNIQUE (key),
  constraint customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table database_losses (
  epoch integer not null,
  found_at timestamp with time zone not null default now(),
  reason text not null,
  survived_at timestamp with time zone not null,
  documents_seen jsonb not null default '{}'::jsonb,
  documents_lost jsonb not null default '[]'::jsonb,
  reconciled_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint database_losses_pkey PRIMARY KEY (epoch),
  constraint database_losses_reason_check CHECK (reason = ANY (ARRAY['another database'::text, 'rewound'::text, 'asynchronous failover'::text, 'nobody watched'::text]))
);
CREATE INDEX database_losses_open ON database_losses USING btree (epoch) WHERE completed_at IS NULL;

create table deleted_feeds (
  feed_id bigint not null,
  property_id uuid not null,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_feeds_pkey PRIMARY KEY (feed_id),
  constraint deleted_feeds_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
CREATE INDEX deleted_feeds_property ON deleted_feeds USING btree (property_id);

create table disputes (
  dispute_id text not null,
  payment_intent_id text not null,
  status text not null,
  reason text not null,
  amount_cents bigint not null,
  currency text not null,
  is_refundable boolean not null,
  opened_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (dispute_id),
  constraint disputes_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES receipts(payment_intent_id),
  constraint disputes_amount_cents_check CHECK (amount_cents >= 0)
);
CREATE INDEX disputes_receipt ON disputes USING btree (payment_intent_id);

create table email_verifications (
  user_id bigint not null,
  email text,
  token_hash bytea not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint email_verifications_pkey PRIMARY KEY (user_id),
  constraint email_verifications_token_hash_key UNIQUE (token_hash),
  constraint email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_verifications_expiry ON email_verifications USING btree (expires_at);

create table enabled_releases (
  release text not null,
  enabled_on date not null,
  constraint enabled_releases_pkey PRIMARY KEY (release)
);

create table ended_sessions (
  sid uuid not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint ended_sessions_pkey PRIMARY KEY (sid),
  constraint ended_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ended_sessions_expiry ON ended_sessions USING btree (expires_at);

create table event_days (
  property_id uuid not null,
  owner_id bigint not null,
  days datemultirange not null,
  constraint event_days_pkey PRIMARY KEY (property_id),
  constraint event_days_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);

create table event_facts (
  id bigint not null generated always as identity,
  type text not null,
  subject_id text not null,
  property_id uuid,
  owner_id bigint not null,
  person_id bigint,
  actor actor,
  actor_id bigint,
  previous jsonb,
  days daterange,
  created_at timestamp with time zone not null default now(),
  constraint event_facts_pkey PRIMARY KEY (id)
);
CREATE INDEX event_facts_subject ON event_facts USING btree (subject_id);

create table event_feed (
  singleton boolean not null default true,
  "position" bigint not null default 0,
  kept_from bigint not null default 1,
  epoch integer not null,
  constraint event_feed_pkey PRIMARY KEY (singleton),
  constraint event_feed_singleton_check CHECK (singleton)
);

create table events (
  "position" bigint not null,
  id bigint not null,
  type text not null,
  subject_id text not null,
  owner_id bigint not null,
  property_id uuid,
  person_id bigint,
  actor actor,
  actor_id bigint,
  data jsonb,
  previous jsonb,
  created_at timestamp with time zone not null,
  at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY ("position", at)
) partition by RANGE (at);
CREATE INDEX events_owner ON ONLY events USING btree (owner_id, "position");
CREATE INDEX events_person ON ONLY events USING btree (person_id) WHERE person_id IS NOT NULL;

create table familiar_addresses (
  user_id bigint not null,
  address text not null,
  last_login_at timestamp with time zone not null default now(),
  constraint familiar_addresses_pkey PRIMARY KEY (user_id, address),
  constraint familiar_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX familiar_addresses_age ON familiar_addresses USING btree (last_login_at);

create table favorites (
  user_id bigint not null,
  property_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint favorites_pkey PRIMARY KEY (user_id, property_id),
  constraint favorites_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX favorites_property ON favorites USING btree (property_id);

create table function_versions (
  version integer not null,
  sha256 text not null,
  functions name[],
  applied_at timestamp with time zone not null default now(),
  constraint function_versions_pkey PRIMARY KEY (version)
);

create table history_entries (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  archive_id uuid not null,
  kind text not null,
  number text,
  on_day date not null,
  amount_cents bigint not null,
  currency currency_code not null,
  method money_method,
  property_id uuid,
  reservation_id bigint,
  title text not null,
  data jsonb not null,
  file text,
  constraint history_entries_pkey PRIMARY KEY (id),
  constraint history_entries_number UNIQUE (owner_id, number, archive_id),
  constraint history_entries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint history_entries_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint history_entries_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint history_entries_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'receipt'::text, 'refund'::text])),
  constraint history_entries_numbered CHECK ((number IS NOT NULL) = (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])))
);
CREATE INDEX history_entries_file ON history_entries USING btree (file) WHERE file IS NOT NULL;
CREATE INDEX history_entries_owner ON history_entries USING btree (owner_id, id);
CREATE INDEX history_entries_property ON history_entries USING btree (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX history_entries_reservation ON history_entries USING btree (reservation_id) WHERE reservation_id IS NOT NULL;
CREATE TRIGGER history_entries_immutable BEFORE DELETE OR UPDATE ON history_entries FOR EACH ROW EXECUTE FUNCTION invoices_stay_as_issued();

create table idempotency_keys (
  user_id bigint not null,
  scope text not null,
  key text not null,
  request_hash bytea not null,
  is_carried_out boolean not null default false,
  status integer,
  body text,
  created_at timestamp with time zone not null default now(),
  claim uuid,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, scope, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table imported_archives (
  id uuid not null,
  owner_id bigint not null,
  made_at timestamp with time zone not null,
  imported_at timestamp with time zone not null default now(),
  constraint imported_archives_pkey PRIMARY KEY (id),
  constraint imported_archives_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX imported_archives_owner ON imported_archives USING btree (owner_id);

create table imported_homes (
  owner_id bigint not null,
  external_id text not null,
  property_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint imported_homes_pkey PRIMARY KEY (owner_id, external_id),
  constraint imported_homes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint imported_homes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint imported_homes_external_id_check CHECK (char_length(external_id) <= 255)
);
CREATE UNIQUE INDEX imported_homes_property ON imported_homes USING btree (property_id);

create table imported_stays (
  owner_id bigint not null,
  external_id text not null,
  reservation_id bigint not null,
  facts jsonb not null,
  guest_hash text not null,
  created_at timestamp with time zone not null default now(),
  constraint imported_stays_pkey PRIMARY KEY (owner_id, external_id),
  constraint imported_stays_reservation_id_key UNIQUE (reservation_id),
  constraint imported_stays_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint imported_stays_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE,
  constraint imported_stays_external_id_check CHECK (char_length(external_id) <= 255)
);

create table inbound_events (
  provider text not null,
  event_id text not null,
  type text not null,
  subscription_id uuid,
  property_id uuid,
  payload jsonb,
  body bytea,
  status event_status not null default 'received'::event_status,
  is_repeatable boolean not null default false,
  attempts integer not null default 0,
  error text,
  received_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint inbound_events_pkey PRIMARY KEY (provider, event_id),
  constraint inbound_events_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE SET NULL,
  constraint inbound_events_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES webhook_subscriptions(id) ON DELETE SET NULL
);
CREATE INDEX inbound_events_checkout ON inbound_events USING btree ((payload #>> '{data,object,payment_intent}'::text[])) WHERE status = 'received'::event_status AND (type = ANY (ARRAY['checkout.session.completed'::text, 'checkout.session.async_payment_succeeded'::text]));
CREATE INDEX inbound_events_intent ON inbound_events USING btree ((payload #>> '{data,object,id}'::text[])) WHERE type = 'payment_intent.succeeded'::text;
CREATE INDEX inbound_events_property ON inbound_events USING btree (property_id, received_at DESC) WHERE property_id IS NOT NULL;
CREATE INDEX inbound_events_settled ON inbound_events USING btree (settled_at) WHERE status <> 'received'::event_status;
CREATE INDEX inbound_events_subscription ON inbound_events USING btree (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX inbound_events_waiting ON inbound_events USING btree (received_at) WHERE status = 'received'::event_status;

create table installation (
  only_row boolean not null default true,
  database_id text not null,
  updated_at timestamp with time zone not null default now(),
  epoch integer not null default 1,
  beats bigint not null default 0,
  beaten_at timestamp with time zone,
  started_at timestamp with time zone,
  wal_position pg_lsn,
  is_synchronous boolean not null default false,
  is_rehearsal boolean not null default false,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_only_row_check CHECK (only_row)
);

create table invoice_counters (
  year integer not null,
  last integer not null,
  constraint invoice_counters_pkey PRIMARY KEY (year)
);

create table invoice_series (
  prefix text not null,
  year integer not null,
  last integer not null,
  constraint invoice_series_pkey PRIMARY KEY (prefix, year)
);

create table invoices (
  id bigint not null generated always as identity,
  key uuid not null default gen_random_uuid(),
  number text not null,
  kind invoice_kind not null,
  reservation_id bigint,
  payment_id bigint not null,
  refund_id bigint,
  locale locale not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  total_cents bigint not null,
  currency text not null,
  issued_at timestamp with time zone not null default now(),
  method money_method,
  seller_id bigint,
  change_id bigint,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_key_key UNIQUE (key),
  constraint invoices_number_key UNIQUE (number),
  constraint invoices_one_of_each UNIQUE NULLS NOT DISTINCT (payment_id, refund_id, change_id, kind),
  constraint invoices_change_id_fkey FOREIGN KEY (change_id) REFERENCES reservation_events(id),
  constraint invoices_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint invoices_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint invoices_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id)
);
CREATE INDEX invoices_issued ON invoices USING btree (issued_at);
CREATE INDEX invoices_reservation ON invoices USING btree (reservation_id, id);
CREATE INDEX invoices_seller ON invoices USING btree (seller_id) WHERE seller_id IS NOT NULL;
CREATE TRIGGER invoices_immutable BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_stay_as_issued();
CREATE TRIGGER invoices_reconciled BEFORE INSERT ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_until_reconciled();
CREATE TRIGGER invoices_told AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION event_of_invoice(); -- writes event_facts

create table kept_cards (
  reservation_id bigint not null,
  version text not null,
  text text not null,
  locale locale not null,
  consented_at timestamp with time zone not null default now(),
  balance_cents bigint,
  balance_on date,
  damage_cents bigint not null,
  customer_id text,
  method_id text,
  kept_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  constraint kept_cards_pkey PRIMARY KEY (reservation_id),
  constraint kept_cards_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint kept_cards_balance_cents_check CHECK (balance_cents > 0),
  constraint kept_cards_balance_has_day CHECK ((balance_cents IS NULL) = (balance_on IS NULL)),
  constraint kept_cards_both_ids CHECK ((customer_id IS NULL) = (method_id IS NULL)),
  constraint kept_cards_damage_cents_check CHECK (damage_cents >= 0),
  constraint kept_cards_none_after CHECK (method_id IS NULL OR withdrawn_at IS NULL AND forgotten_at IS NULL AND kept_at IS NOT NULL)
);
CREATE INDEX kept_cards_known ON kept_cards USING btree (reservation_id) WHERE method_id IS NOT NULL;

create table lost_tasks (
  property_id uuid not null,
  departs_on date not null,
  day date not null,
  assignee_id bigint,
  note text,
  constraint lost_tasks_pkey PRIMARY KEY (property_id, departs_on),
  constraint lost_tasks_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint lost_tasks_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint lost_tasks_note_check CHECK (char_length(note) <= 5000)
);
CREATE INDEX lost_tasks_assignee ON lost_tasks USING btree (assignee_id);

create table message_blocks (
  user_id bigint not null,
  blocked_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint message_blocks_pkey PRIMARY KEY (user_id, blocked_id),
  constraint message_blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint message_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table message_templates (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  name text not null,
  property_ids uuid[],
  trigger template_trigger not null,
  days integer not null default 0,
  hour integer not null default 9,
  texts jsonb not null,
  is_active boolean not null default true,
  active_since timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint message_templates_pkey PRIMARY KEY (id),
  constraint message_templates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint message_templates_days_check CHECK (days >= '-90'::integer AND days <= 30),
  constraint message_templates_hour_check CHECK (hour >= 0 AND hour <= 23)
);
CREATE INDEX message_templates_owner ON message_templates USING btree (owner_id, id);
CREATE TRIGGER message_templates_audited AFTER INSERT OR DELETE OR UPDATE ON message_templates FOR EACH ROW EXECUTE FUNCTION audit_row('message_template', '{name,property_ids,trigger,days,hour,texts,is_active}'); -- writes audit_entries

create table messages (
  id bigint not null generated always as identity,
  conversation_id bigint not null,
  sender_id bigint not null,
  receiver_id bigint not null,
  content text not null,
  attachment text,
  attachment_file jsonb,
  property_id uuid,
  reservation_id bigint,
  created_at timestamp with time zone not null default now(),
  sent_by bigint,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
  constraint messages_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint messages_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES users(id),
  constraint messages_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id),
  constraint messages_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  constraint messages_check CHECK ((attachment IS NULL) = (attachment_file IS NULL)),
  constraint messages_two_people CHECK (sender_id <> receiver_id)
);
CREATE UNIQUE INDEX messages_attachment ON messages USING btree (attachment) WHERE attachment IS NOT NULL;
CREATE INDEX messages_attachments_sent ON messages USING btree (sender_id) WHERE attachment IS NOT NULL;
CREATE INDEX messages_conversation ON messages USING btree (conversation_id, id DESC);
CREATE TRIGGER messages_told AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION event_of_message(); -- writes event_facts

create table neighborhoods (
  id text not null,
  city_id text not null,
  name text not null,
  population integer not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint neighborhoods_pkey PRIMARY KEY (id),
  constraint neighborhoods_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id)
);
CREATE INDEX neighborhoods_city ON neighborhoods USING btree (city_id, name);

create table notification_settings (
  user_id bigint not null,
  email_notifications boolean not null default true,
  push_notifications boolean not null default true,
  marketing_emails boolean not null default false,
  muted_topics text[] not null default '{}'::text[],
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notification_types (
  name notification_type not null,
  release text not null default '0.2'::text,
  constraint notification_types_pkey PRIMARY KEY (name)
);

create table notifications (
  id bigint not null generated always as identity,
  user_id bigint not null,
  type notification_type not null,
  content jsonb not null,
  data jsonb not null default '{}'::jsonb,
  dedupe_key text not null,
  read_at timestamp with time zone,
  hidden_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  account_id bigint,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_dedupe_key_key UNIQUE (user_id, dedupe_key),
  constraint notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_type_fkey FOREIGN KEY (type) REFERENCES notification_types(name),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_copies ON notifications USING btree (account_id, dedupe_key) WHERE account_id IS NOT NULL;
CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE read_at IS NULL AND hidden_at IS NULL;
CREATE INDEX notifications_unread_all ON notifications USING btree (user_id) WHERE read_at IS NULL AND (hidden_at IS NULL OR hidden_at = 'infinity'::timestamp with time zone);
CREATE INDEX notifications_unread_shown ON notifications USING btree (user_id) INCLUDE (type) WHERE read_at IS NULL AND (hidden_at IS NULL OR NOT isfinite(hidden_at));
CREATE INDEX notifications_user ON notifications USING btree (user_id, id DESC);

create table oauth_identities (
  provider oauth_provider not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint oauth_identities_pkey PRIMARY KEY (provider, subject),
  constraint oauth_identities_provider_fkey FOREIGN KEY (provider) REFERENCES oauth_providers(name),
  constraint oauth_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_identities_user ON oauth_identities USING btree (user_id);

create table oauth_providers (
  name oauth_provider not null,
  constraint oauth_providers_pkey PRIMARY KEY (name)
);

create table occupancy (
  id bigint not null generated always as identity,
  property_id uuid not null,
  kind occupancy_kind not null,
  stay daterange not null,
  reservation_id bigint,
  closure_id bigint,
  overbooked boolean not null default false,
  constraint occupancy_pkey PRIMARY KEY (id),
  constraint occupancy_closure_id_key UNIQUE (closure_id),
  constraint occupancy_reservation_id_key UNIQUE (reservation_id),
  constraint occupancy_stays_exclude_closures EXCLUDE USING gist (property_id WITH =, stay WITH &&, kind WITH <>) WHERE (NOT overbooked),
  constraint occupancy_stays_exclude_stays EXCLUDE USING gist (property_id WITH =, stay WITH &&) WHERE (kind = 'stay'::occupancy_kind AND NOT overbooked),
  constraint occupancy_closure_id_fkey FOREIGN KEY (closure_id) REFERENCES closures(id) ON DELETE CASCADE,
  constraint occupancy_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint occupancy_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint occupancy_check CHECK (num_nonnulls(reservation_id, closure_id) = 1),
  constraint occupancy_check1 CHECK ((kind = 'stay'::occupancy_kind) = (reservation_id IS NOT NULL)),
  constraint occupancy_stay_check CHECK (NOT isempty(stay))
);
CREATE INDEX occupancy_overbooked ON occupancy USING btree (property_id) WHERE overbooked;
CREATE INDEX occupancy_property ON occupancy USING btree (property_id);
CREATE TRIGGER occupancy_channel AFTER INSERT OR DELETE OR UPDATE OF stay, property_id ON occupancy FOR EACH ROW EXECUTE FUNCTION channel_mark_occupancy(); -- writes channel_updates
CREATE TRIGGER occupancy_overbooked_guard AFTER INSERT ON occupancy FOR EACH ROW WHEN (new.kind = 'stay'::occupancy_kind AND NOT new.overbooked) EXECUTE FUNCTION occupancy_guard_overbooked();
CREATE TRIGGER occupancy_overbooked_settled AFTER DELETE ON occupancy FOR EACH ROW EXECUTE FUNCTION occupancy_settle_overbooked(); -- writes occupancy
CREATE TRIGGER occupancy_search_deleted AFTER DELETE ON occupancy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_nights_changed(); -- writes search_homes
CREATE TRIGGER occupancy_search_inserted AFTER INSERT ON occupancy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_nights_changed(); -- writes search_homes
CREATE TRIGGER occupancy_search_updated AFTER UPDATE ON occupancy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_nights_changed(); -- writes search_homes
CREATE TRIGGER occupancy_told_deleted AFTER DELETE ON occupancy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_nights(); -- writes event_days
CREATE TRIGGER occupancy_told_inserted AFTER INSERT ON occupancy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_nights(); -- writes event_days
CREATE TRIGGER occupancy_told_left AFTER UPDATE ON occupancy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_nights(); -- writes event_days
CREATE CONSTRAINT TRIGGER occupancy_told_overbooked AFTER UPDATE ON occupancy DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{property_id,stay,closure_id}'::text[])) EXECUTE FUNCTION event_of_overbooking(); -- writes event_facts
CREATE TRIGGER occupancy_told_updated AFTER UPDATE ON occupancy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_nights(); -- writes event_days

create table passkey_challenges (
  user_id bigint not null,
  purpose passkey_purpose not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (user_id, purpose),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges USING btree (expires_at);

create table passkeys (
  id uuid not null default uuid_v7(),
  user_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id, id);
CREATE TRIGGER passkeys_audited AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION audit_row('account.second_factor', '{id}', 'user_id'); -- writes audit_entries

create table password_resets (
  user_id bigint not null,
  code_hash bytea,
  token_hash bytea,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  token_expires_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (user_id),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_expiry ON password_resets USING btree (expires_at);

create table payment_kinds (
  name payment_kind not null,
  constraint payment_kinds_pkey PRIMARY KEY (name)
);

create table payment_methods (
  id bigint not null generated always as identity,
  user_id bigint not null,
  method_id text not null,
  type text not null,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  fingerprint text,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint payment_methods_pkey PRIMARY KEY (id),
  constraint payment_methods_method_id_key UNIQUE (method_id),
  constraint payment_methods_user_id_fingerprint_key UNIQUE (user_id, fingerprint),
  constraint payment_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(user_id)
);
CREATE UNIQUE INDEX payment_methods_one_default ON payment_methods USING btree (user_id) WHERE is_default;
CREATE INDEX payment_methods_user ON payment_methods USING btree (user_id, id);

create table payments (
  id bigint not null generated always as identity,
  key uuid not null default gen_random_uuid(),
  reservation_id bigint,
  kind payment_kind not null default 'booking'::text,
  payer_id bigint,
  title text not null,
  check_in date,
  check_out date,
  payable_until timestamp with time zone,
  rest_cents bigint,
  rest_due_on date,
  amount_cents bigint not null,
  currency text not null,
  status payment_status not null default 'unpaid'::payment_status,
  due_on date,
  asked_at timestamp with time zone,
  reminders integer not null default 0,
  disputed_at timestamp with time zone,
  dispute_status text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  has_successor boolean not null default false,
  rest_card_from date,
  return_url text,
  is_brief boolean not null default false,
  payee_id bigint,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_key_key UNIQUE (key),
  constraint payments_kind_fkey FOREIGN KEY (kind) REFERENCES payment_kinds(name),
  constraint payments_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id),
  constraint payments_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint payments_amount_cents_check CHECK (amount_cents >= 0),
  constraint payments_balance_has_day CHECK (kind::text <> 'balance'::text OR due_on IS NOT NULL),
  constraint payments_both_days CHECK ((check_in IS NULL) = (check_out IS NULL)),
  constraint payments_dispute_has_status CHECK ((disputed_at IS NULL) = (dispute_status IS NULL)),
  constraint payments_reminders_check CHECK (reminders >= 0 AND reminders <= 3),
  constraint payments_rest_cents_check CHECK (rest_cents >= 0),
  constraint payments_rest_has_day CHECK ((rest_cents IS NULL) = (rest_due_on IS NULL))
);
CREATE INDEX payments_balance_asked ON payments USING btree (asked_at, id) WHERE kind::text = 'balance'::text AND (status = ANY (ARRAY['unpaid'::payment_status, 'failed'::payment_status])) AND reminders < 3;
CREATE UNIQUE INDEX payments_balance_key ON payments USING btree (balance_key(key)) WHERE rest_cents IS NOT NULL;
CREATE INDEX payments_disputed ON payments USING btree (reservation_id) WHERE dispute_status IS NOT NULL AND (dispute_status <> ALL (ARRAY['won'::text, 'lost'::text, 'warning_closed'::text]));
CREATE UNIQUE INDEX payments_last_balance ON payments USING btree (reservation_id) WHERE kind::text = 'balance'::text AND NOT has_successor;
CREATE UNIQUE INDEX payments_one_booking ON payments USING btree (reservation_id) WHERE kind::text = 'booking'::text AND NOT has_successor;
CREATE INDEX payments_owed ON payments USING btree (payee_id, reservation_id) INCLUDE (kind, status, due_on) WHERE (status = ANY (ARRAY['unpaid'::payment_status, 'processing'::payment_status, 'failed'::payment_status])) AND (kind::text = ANY (ARRAY['booking'::text, 'balance'::text, 'change'::text]));
CREATE INDEX payments_payer ON payments USING btree (payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX payments_reservation ON payments USING btree (reservation_id);
CREATE TRIGGER payments_payee BEFORE INSERT OR UPDATE OF reservation_id ON payments FOR EACH ROW EXECUTE FUNCTION payee_of_stay();
CREATE TRIGGER payments_payee_later BEFORE UPDATE OF status ON payments FOR EACH ROW WHEN (new.payee_id IS NULL) EXECUTE FUNCTION payee_of_stay();
CREATE TRIGGER payments_payee_open BEFORE UPDATE OF payee_id ON payments FOR EACH ROW EXECUTE FUNCTION payee_of_stay('if open');
CREATE TRIGGER payments_readable BEFORE INSERT ON payments FOR EACH ROW WHEN (new.kind::text = 'change'::text OR new.has_successor) EXECUTE FUNCTION refuse_until_enabled();
CREATE TRIGGER payments_readable_changed BEFORE UPDATE ON payments FOR EACH ROW WHEN (new.has_successor AND NOT old.has_successor) EXECUTE FUNCTION refuse_until_enabled();
CREATE TRIGGER payments_told AFTER INSERT OR UPDATE OF status, dispute_status ON payments FOR EACH ROW EXECUTE FUNCTION event_of_payment(); -- writes event_facts
CREATE CONSTRAINT TRIGGER payments_told_changed AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{key,payer_id,payee_id,title,check_in,check_out,payable_until,rest_cents,rest_due_on,asked_at,reminders,disputed_at,updated_at}'::text[])) EXECUTE FUNCTION event_of_money('{id,reservation_id,kind,amount_cents,currency,status,due_on,dispute_status,created_at}'); -- writes event_facts
CREATE CONSTRAINT TRIGGER payments_told_created AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION event_of_money(); -- writes event_facts

create table place_loads (
  part text not null,
  loaded_at timestamp with time zone not null default now(),
  constraint place_loads_pkey PRIMARY KEY (part),
  constraint place_loads_part_check CHECK (part = ANY (ARRAY['first'::text, 'all'::text]))
);

create table policies (
  id bigint not null generated always as identity,
  type policy_type not null,
  locale locale not null,
  version integer not null,
  title text not null,
  content text not null,
  is_mandatory boolean not null default true,
  status policy_status not null default 'draft'::policy_status,
  effective_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint policies_pkey PRIMARY KEY (id),
  constraint policies_type_locale_version_key UNIQUE (type, locale, version),
  constraint policies_version_check CHECK (version >= 1)
);
CREATE UNIQUE INDEX policies_one_published ON policies USING btree (type, locale) WHERE status = 'published'::policy_status;
CREATE TRIGGER policies_audited AFTER INSERT OR DELETE OR UPDATE ON policies FOR EACH ROW EXECUTE FUNCTION audit_row('policy', '{type,locale,title,content,status}'); -- writes audit_entries
CREATE TRIGGER policies_immutable BEFORE UPDATE ON policies FOR EACH ROW EXECUTE FUNCTION policies_keep_published_text();

create table policy_acceptances (
  user_id bigint not null,
  policy_id bigint not null,
  version integer not null,
  content_hash bytea not null,
  accepted_at timestamp with time zone not null default now(),
  ip inet,
  user_agent text,
  constraint policy_acceptances_pkey PRIMARY KEY (user_id, policy_id),
  constraint policy_acceptances_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint policy_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table properties (
  id uuid not null default uuid_v7(),
  owner_id bigint not null,
  status property_status not null default 'published'::property_status,
  title text not null,
  description text not null default ''::text,
  property_type property_type not null,
  room_type room_type not null,
  country_id text not null,
  city_id text not null,
  neighborhood_id text,
  address text,
  latitude degrees_north not null,
  longitude degrees_east not null,
  public_latitude double precision not null generated always as (round(latitude::double precision * 1000::double precision) / 1000::double precision) stored,
  public_longitude double precision not null generated always as (round(longitude::double precision * 1000::double precision) / 1000::double precision) stored,
  timezone text not null,
  currency currency_code not null default 'EUR'::text,
  max_guests positive not null,
  included_guests positive not null,
  bedrooms whole not null default 1,
  beds whole not null default 1,
  bathrooms whole not null default 1,
  amenities text[] not null default '{}'::text[],
  base_price_cents cents not null,
  weekend_price_cents cents,
  weekend_days integer[] not null default '{5,6}'::integer[],
  weekend_bits integer not null generated always as ((1 = ANY (weekend_days))::integer + 2 * (2 = ANY (weekend_days))::integer + 4 * (3 = ANY (weekend_days))::integer + 8 * (4 = ANY (weekend_days))::integer + 16 * (5 = ANY (weekend_days))::integer + 32 * (6 = ANY (weekend_days))::integer + 64 * (7 = ANY (weekend_days))::integer) stored,
  cleaning_fee_cents cents not null default 0,
  extra_guest_fee_cents cents not null default 0,
  security_deposit_cents cents not null default 0,
  deposit_percent percent not null default 100,
  balance_due_days integer not null default 30,
  min_stay positive not null default 1,
  max_stay integer not null default 365,
  lead_time_days whole not null default 0,
  booking_window_days positive not null default 730,
  instant_book boolean not null default true,
  cancellation_policy cancellation_policy not null default 'flexible'::cancellation_policy,
  check_in_time time without time zone not null default '16:00:00'::time without time zone,
  check_out_time time without time zone not null default '11:00:00'::time without time zone,
  rating_average numeric(3,2),
  rating_count integer not null default 0,
  calendar_token uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  owner_days integer,
  registration_number text,
  tax_per_adult_night_cents bigint,
  tax_percent_hundredths integer,
  tax_cap_cents bigint,
  seller_id bigint,
  constraint properties_pkey PRIMARY KEY (id),
  constraint properties_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint properties_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id),
  constraint properties_neighborhood_id_fkey FOREIGN KEY (neighborhood_id) REFERENCES neighborhoods(id),
  constraint properties_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint properties_property_type_fkey FOREIGN KEY (property_type) REFERENCES property_types(id),
  constraint properties_room_type_fkey FOREIGN KEY (room_type) REFERENCES room_types(id),
  constraint properties_seller FOREIGN KEY (owner_id, seller_id) REFERENCES sellers(owner_id, id),
  constraint properties_balance_due_days_check CHECK (balance_due_days >= 0 AND balance_due_days <= 365),
  constraint properties_check CHECK (max_stay >= min_stay::integer),
  constraint properties_check1 CHECK (included_guests::integer <= max_guests::integer),
  constraint properties_one_tax CHECK (tax_per_adult_night_cents IS NULL OR tax_percent_hundredths IS NULL),
  constraint properties_owner_days_check CHECK (owner_days >= 0 AND owner_days <= 366),
  constraint properties_registration_number_check CHECK (char_length(registration_number) >= 1 AND char_length(registration_number) <= 60),
  constraint properties_tax_cap CHECK (tax_cap_cents IS NULL OR tax_percent_hundredths IS NOT NULL),
  constraint properties_tax_cap_cents_check CHECK (tax_cap_cents >= 0),
  constraint properties_tax_per_adult_night_cents_check CHECK (tax_per_adult_night_cents >= 0),
  constraint properties_tax_percent_hundredths_check CHECK (tax_percent_hundredths >= 0 AND tax_percent_hundredths <= 10000)
) with (fillfactor=85);
CREATE INDEX properties_owner ON properties USING btree (owner_id, created_at DESC, id);
CREATE TRIGGER properties_calendar_audited AFTER UPDATE ON properties FOR EACH ROW EXECUTE FUNCTION audit_row('property.calendar_address', '{calendar_token}'); -- writes audit_entries
CREATE TRIGGER properties_channel AFTER UPDATE ON properties FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.base_price_cents::bigint IS DISTINCT FROM new.base_price_cents::bigint OR old.weekend_price_cents::bigint IS DISTINCT FROM new.weekend_price_cents::bigint OR old.weekend_days IS DISTINCT FROM new.weekend_days OR old.min_stay::integer IS DISTINCT FROM new.min_stay::integer OR old.max_stay IS DISTINCT FROM new.max_stay OR old.lead_time_days::integer IS DISTINCT FROM new.lead_time_days::integer OR old.booking_window_days::integer IS DISTINCT FROM new.booking_window_days::integer OR old.timezone IS DISTINCT FROM new.timezone) EXECUTE FUNCTION channel_mark_home(); -- writes channel_updates
CREATE TRIGGER properties_keep_owner BEFORE UPDATE OF owner_id ON properties FOR EACH ROW WHEN (old.owner_id IS DISTINCT FROM new.owner_id) EXECUTE FUNCTION home_keeps_owner();
CREATE TRIGGER properties_prices_audited AFTER UPDATE ON properties FOR EACH ROW EXECUTE FUNCTION audit_row('property.prices', '{base_price_cents,weekend_price_cents,weekend_days,cleaning_fee_cents,extra_guest_fee_cents,included_guests,security_deposit_cents,deposit_percent,balance_due_days,cancellation_policy,currency,tax_per_adult_night_cents,tax_percent_hundredths,tax_cap_cents}'); -- writes audit_entries
CREATE TRIGGER properties_search_inserted AFTER INSERT ON properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_homes_changed(); -- writes search_homes
CREATE TRIGGER properties_search_updated AFTER UPDATE ON properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_homes_changed(); -- writes search_homes
CREATE TRIGGER properties_seller_audited AFTER UPDATE OF seller_id ON properties FOR EACH ROW EXECUTE FUNCTION audit_row('property.seller', '{seller_id}'); -- writes audit_entries
CREATE TRIGGER properties_status_audited AFTER UPDATE OF status ON properties FOR EACH ROW EXECUTE FUNCTION audit_row('property.status', '{status}'); -- writes audit_entries
CREATE TRIGGER properties_texts_audited AFTER UPDATE ON properties FOR EACH ROW EXECUTE FUNCTION audit_row('property.texts', '{title,description,registration_number}'); -- writes audit_entries
CREATE TRIGGER properties_told AFTER UPDATE ON properties FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{calendar_token,rating_average,rating_count,updated_at}'::text[])) EXECUTE FUNCTION event_of_home('{id,status,title,description,property_type,room_type,country_id,city_id,neighborhood_id,address,latitude,longitude,timezone,currency,max_guests,included_guests,bedrooms,beds,bathrooms,amenities,base_price_cents,weekend_price_cents,weekend_days,cleaning_fee_cents,extra_guest_fee_cents,security_deposit_cents,deposit_percent,balance_due_days,min_stay,max_stay,lead_time_days,booking_window_days,instant_book,cancellation_policy,check_in_time,check_out_time,owner_days,registration_number,seller_id,created_at}'); -- writes event_facts
CREATE TRIGGER properties_told_inserted AFTER INSERT ON properties FOR EACH ROW EXECUTE FUNCTION event_of_home(); -- writes event_facts
CREATE TRIGGER properties_told_priced AFTER UPDATE ON properties FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{owner_id,status,title,description,property_type,room_type,country_id,city_id,neighborhood_id,address,latitude,longitude,public_latitude,public_longitude,max_guests,included_guests,bedrooms,beds,bathrooms,amenities,security_deposit_cents,deposit_percent,balance_due_days,lead_time_days,booking_window_days,instant_book,cancellation_policy,check_in_time,check_out_time,owner_days,registration_number,seller_id,tax_per_adult_night_cents,tax_percent_hundredths,tax_cap_cents,rating_average,rating_count,calendar_token,updated_at}'::text[])) EXECUTE FUNCTION event_of_prices(); -- writes event_days
CREATE CONSTRAINT TRIGGER properties_told_rated AFTER UPDATE ON properties DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{calendar_token}'::text[])) EXECUTE FUNCTION event_of_rating('{rating_average,rating_count,updated_at}'); -- writes event_facts

create table property_photos (
  id bigint not null generated always as identity,
  property_id uuid not null,
  path text not null,
  width integer not null,
  height integer not null,
  smaller jsonb not null default '[]'::jsonb,
  alt text,
  "position" integer not null,
  created_at timestamp with time zone not null default now(),
  constraint property_photos_pkey PRIMARY KEY (id),
  constraint property_photos_position_key UNIQUE (property_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint property_photos_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
CREATE INDEX property_photos_path ON property_photos USING btree (path);
CREATE TRIGGER property_photos_told_deleted AFTER DELETE ON property_photos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_photos(); -- writes event_facts
CREATE TRIGGER property_photos_told_inserted AFTER INSERT ON property_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_photos(); -- writes event_facts
CREATE TRIGGER property_photos_told_updated AFTER UPDATE ON property_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_photos(); -- writes event_facts

create table property_types (
  id property_type not null,
  name_fr text not null,
  name_en text not null,
  "position" integer not null,
  constraint property_types_pkey PRIMARY KEY (id)
);

create table quotes (
  id uuid not null default uuid_v7(),
  property_id uuid not null,
  check_in date not null,
  check_out date not null,
  adults integer not null,
  children integer not null,
  infants integer not null,
  body jsonb not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id)
);
CREATE INDEX quotes_expiry ON quotes USING btree (expires_at);

create table rating_summaries (
  property_id uuid not null,
  histogram integer[] not null,
  averages jsonb not null,
  constraint rating_summaries_pkey PRIMARY KEY (property_id),
  constraint rating_summaries_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint rating_summaries_histogram_check CHECK (cardinality(histogram) = 5)
);

create unlogged table realtime_caches (
  channel text not null,
  event text not null,
  data text not null,
  updated_at timestamp with time zone not null default now(),
  constraint realtime_caches_pkey PRIMARY KEY (channel)
);

create unlogged table realtime_nodes (
  node uuid not null,
  revision bigint not null,
  expires_at timestamp with time zone not null,
  constraint realtime_nodes_pkey PRIMARY KEY (node)
);

create table realtime_outbox (
  id bigint not null generated always as identity,
  channel text not null,
  message text not null,
  "position" bigint default nextval('realtime_outbox_positions'::regclass),
  relayed_at timestamp with time zone,
  constraint realtime_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX realtime_outbox_order ON realtime_outbox USING btree ("position") WHERE relayed_at IS NULL;
CREATE INDEX realtime_outbox_relayed ON realtime_outbox USING btree (relayed_at) WHERE relayed_at IS NOT NULL;

create unlogged table realtime_payloads (
  id bigint not null generated always as identity,
  payload text not null,
  created_at timestamp with time zone not null default now(),
  constraint realtime_payloads_pkey PRIMARY KEY (id)
);

create unlogged table realtime_presence (
  node uuid not null,
  channel text not null,
  user_id text not null,
  info text,
  constraint realtime_presence_pkey PRIMARY KEY (node, channel, user_id),
  constraint realtime_presence_node_fkey FOREIGN KEY (node) REFERENCES realtime_nodes(node) ON DELETE CASCADE
);

create table realtime_revocations (
  user_id text not null,
  revoked_at timestamp with time zone not null,
  constraint realtime_revocations_pkey PRIMARY KEY (user_id)
);
CREATE INDEX realtime_revocations_order ON realtime_revocations USING btree (revoked_at);

create table receipts (
  payment_intent_id text not null,
  payment_id bigint not null,
  status receipt_status not null,
  amount_cents bigint not null,
  currency text not null,
  refunded_cents bigint not null default 0,
  method_id text,
  received_at timestamp with time zone not null default now(),
  method money_method not null default 'card'::money_method,
  received_on date,
  note text,
  created_by bigint,
  is_documented boolean not null default true,
  confirmation_key uuid,
  confirmed_by jsonb,
  constraint receipts_pkey PRIMARY KEY (payment_intent_id),
  constraint receipts_confirmation UNIQUE (confirmation_key),
  constraint receipts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint receipts_amount_cents_check CHECK (amount_cents >= 0),
  constraint receipts_confirmed CHECK ((confirmation_key IS NULL) = (confirmed_by IS NULL) AND (confirmation_key IS NULL OR NOT is_documented)),
  constraint receipts_elsewhere_have_day CHECK ((method = 'card'::money_method) = (received_on IS NULL)),
  constraint receipts_never_over_refunded CHECK (refunded_cents >= 0 AND refunded_cents <= amount_cents),
  constraint receipts_note_check CHECK (char_length(note) <= 500)
);
CREATE UNIQUE INDEX receipts_one_applied ON receipts USING btree (payment_id) WHERE status = 'applied'::receipt_status;
CREATE INDEX receipts_payment ON receipts USING btree (payment_id);
CREATE TRIGGER receipts_audited AFTER INSERT ON receipts FOR EACH ROW WHEN (new.method <> 'card'::money_method) EXECUTE FUNCTION audit_row('payment.received', '{amount_cents,method,received_on,note}', 'payment_id'); -- writes audit_entries
CREATE TRIGGER receipts_readable BEFORE INSERT ON receipts FOR EACH ROW WHEN (new.method <> 'card'::money_method) EXECUTE FUNCTION refuse_until_enabled();
CREATE CONSTRAINT TRIGGER receipts_told_changed AFTER UPDATE ON receipts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{payment_intent_id,method_id,received_at,confirmation_key,confirmed_by}'::text[])) EXECUTE FUNCTION event_of_receipt(); -- writes event_facts

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refreshed_tokens (
  jti uuid not null,
  user_id bigint not null,
  refreshed_at timestamp with time zone not null default now(),
  refreshes integer not null default 1,
  expires_at timestamp with time zone not null,
  constraint refreshed_tokens_pkey PRIMARY KEY (jti),
  constraint refreshed_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX refreshed_tokens_expiry ON refreshed_tokens USING btree (expires_at);

create table refunds (
  id bigint not null generated always as identity,
  key uuid not null default gen_random_uuid(),
  payment_id bigint not null,
  payment_intent_id text not null,
  amount_cents bigint not null,
  reason text,
  source refund_source not null,
  status refund_status not null default 'pending'::refund_status,
  provider_refund_id text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  method money_method default 'card'::money_method,
  paid_on date,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_key_key UNIQUE (key),
  constraint refunds_provider_refund_id_key UNIQUE (provider_refund_id),
  constraint refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES receipts(payment_intent_id),
  constraint refunds_amount_cents_check CHECK (amount_cents > 0),
  constraint refunds_elsewhere_are_made CHECK (NOT method IS DISTINCT FROM 'card'::money_method OR status = 'succeeded'::refund_status)
);
CREATE INDEX refunds_failed ON refunds USING btree (payment_id) WHERE status = 'failed'::refund_status;
CREATE INDEX refunds_payment ON refunds USING btree (payment_id);
CREATE INDEX refunds_receipt ON refunds USING btree (payment_intent_id);
CREATE TRIGGER refunds_audited AFTER INSERT ON refunds FOR EACH ROW WHEN (new.source = 'api'::refund_source) EXECUTE FUNCTION audit_row('payment.refund', '{amount_cents,reason}', 'payment_id'); -- writes audit_entries
CREATE TRIGGER refunds_readable BEFORE INSERT ON refunds FOR EACH ROW WHEN (new.method IS DISTINCT FROM 'card'::money_method) EXECUTE FUNCTION refuse_until_enabled();
CREATE TRIGGER refunds_reconciled BEFORE INSERT ON refunds FOR EACH ROW WHEN (new.provider_refund_id IS NULL AND (new.source = ANY (ARRAY['api'::refund_source, 'cancellation'::refund_source]))) EXECUTE FUNCTION refuse_until_reconciled();
CREATE TRIGGER refunds_told AFTER INSERT OR UPDATE OF status ON refunds FOR EACH ROW EXECUTE FUNCTION event_of_refund(); -- writes event_facts

create table reservation_events (
  id bigint not null generated always as identity,
  reservation_id bigint not null,
  actor actor not null,
  actor_id bigint,
  from_status reservation_status,
  to_status reservation_status not null,
  reason text,
  at timestamp with time zone not null default now(),
  change jsonb,
  by_company_link boolean not null default false,
  constraint reservation_events_pkey PRIMARY KEY (id),
  constraint reservation_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint reservation_events_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);
CREATE INDEX reservation_events_expired ON reservation_events USING btree (at) WHERE to_status = 'expired'::reservation_status;
CREATE INDEX reservation_events_reservation ON reservation_events USING btree (reservation_id, id);
CREATE TRIGGER reservation_events_told AFTER INSERT ON reservation_events FOR EACH ROW WHEN (new.from_status IS DISTINCT FROM new.to_status) EXECUTE FUNCTION event_of_transition(); -- writes event_facts

create table reservations (
  id bigint not null generated always as identity,
  property_id uuid not null,
  guest_id bigint,
  contact_id bigint,
  quote_id uuid,
  check_in date not null,
  check_out date not null,
  adults integer not null,
  children integer not null default 0,
  infants integer not null default 0,
  status reservation_status not null,
  cancelled_by actor,
  cancelled_at timestamp with time zone,
  message text,
  source reservation_source not null default 'direct'::reservation_source,
  ota_name text,
  ota_reservation_code text,
  quote jsonb not null,
  total_cents bigint not null,
  due_now_cents bigint not null,
  currency text not null,
  balance_due_on date,
  balance_made boolean not null default false,
  hold_expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  note text,
  labels text[] not null default '{}'::text[],
  expected_arrival text,
  remarks text,
  commission_cents bigint,
  collected_by text,
  continues bigint,
  arrival_access arrival_access not null default 'automatic'::arrival_access,
  link_version integer not null default 1,
  shares_code boolean not null default false,
  collector_confirmed_at timestamp with time zone,
  has_virtual_card boolean,
  virtual_card_from date,
  done_at_channel_at timestamp with time zone,
  cancellation_fee_cents bigint,
  is_written_down boolean not null default false,
  guest_erased_at timestamp with time zone,
  guest_seen jsonb,
  constraint reservations_pkey PRIMARY KEY (id),
  constraint reservations_quote_id_key UNIQUE (quote_id),
  constraint reservations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint reservations_continues_fkey FOREIGN KEY (continues) REFERENCES reservations(id),
  constraint reservations_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES users(id),
  constraint reservations_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint reservations_adults_check CHECK (adults >= 1),
  constraint reservations_check CHECK (check_in < check_out),
  constraint reservations_check1 CHECK ((status = ANY (ARRAY['pending'::reservation_status, 'inquiry'::reservation_status])) = (hold_expires_at IS NOT NULL)),
  constraint reservations_children_check CHECK (children >= 0),
  constraint reservations_collected_by_check CHECK (collected_by = ANY (ARRAY['channel'::text, 'property'::text])),
  constraint reservations_commission_cents_check CHECK (commission_cents >= 0),
  constraint reservations_due_now_cents_check CHECK (due_now_cents >= 0),
  constraint reservations_expected_arrival_check CHECK (expected_arrival ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  constraint reservations_infants_check CHECK (infants >= 0),
  constraint reservations_one_guest CHECK (num_nonnulls(guest_id, contact_id) = 1),
  constraint reservations_total_cents_check CHECK (total_cents >= 0)
);
CREATE INDEX reservations_balance_due ON reservations USING btree (balance_due_on, id) WHERE balance_due_on IS NOT NULL AND NOT balance_made AND (status = ANY (ARRAY['confirmed'::reservation_status, 'checked_in'::reservation_status, 'completed'::reservation_status]));
CREATE INDEX reservations_balance_open ON reservations USING btree (property_id, id) WHERE balance_due_on IS NOT NULL AND NOT balance_made AND (status = ANY (ARRAY['confirmed'::reservation_status, 'checked_in'::reservation_status, 'completed'::reservation_status]));
CREATE INDEX reservations_booked ON reservations USING btree (property_id, created_at, id);
CREATE INDEX reservations_code ON reservations USING btree (property_id, ota_reservation_code) WHERE ota_reservation_code IS NOT NULL;
CREATE INDEX reservations_completed ON reservations USING btree (check_out, id) WHERE status = 'completed'::reservation_status;
CREATE INDEX reservations_contact ON reservations USING btree (contact_id) WHERE contact_id IS NOT NULL;
CREATE UNIQUE INDEX reservations_continues ON reservations USING btree (continues) WHERE continues IS NOT NULL;
CREATE INDEX reservations_departure ON reservations USING btree (property_id, check_out);
CREATE INDEX reservations_guest ON reservations USING btree (guest_id, created_at DESC, id);
CREATE INDEX reservations_home ON reservations USING btree (property_id, id);
CREATE INDEX reservations_labelled ON reservations USING btree (property_id) WHERE labels <> '{}'::text[];
CREATE INDEX reservations_of_channels ON reservations USING btree (check_in, id) WHERE source = 'channel'::reservation_source;
CREATE INDEX reservations_property ON reservations USING btree (property_id, check_in);
CREATE INDEX reservations_stale ON reservations USING btree (hold_expires_at) WHERE hold_expires_at IS NOT NULL;
CREATE INDEX reservations_state ON reservations USING btree (property_id, status);
CREATE INDEX reservations_to_complete ON reservations USING btree (check_out, id) WHERE status = ANY (ARRAY['confirmed'::reservation_status, 'checked_in'::reservation_status]);
CREATE TRIGGER reservations_audited AFTER UPDATE OF status ON reservations FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION audit_of_move(); -- writes audit_entries
CREATE TRIGGER reservations_audited_arrival AFTER UPDATE OF arrival_access, guest_seen ON reservations FOR EACH ROW EXECUTE FUNCTION audit_row('reservation.arrival', '{arrival_access,guest_seen}'); -- writes audit_entries
CREATE TRIGGER reservations_audited_at_channel AFTER UPDATE OF done_at_channel_at ON reservations FOR EACH ROW EXECUTE FUNCTION audit_row('reservation.done_at_channel', '{done_at_channel_at}'); -- writes audit_entries
CREATE TRIGGER reservations_audited_change AFTER UPDATE ON reservations FOR EACH ROW WHEN ((old.property_id IS DISTINCT FROM new.property_id OR old.check_in IS DISTINCT FROM new.check_in OR old.check_out IS DISTINCT FROM new.check_out OR old.adults IS DISTINCT FROM new.adults OR old.children IS DISTINCT FROM new.children OR old.infants IS DISTINCT FROM new.infants OR old.total_cents IS DISTINCT FROM new.total_cents) AND (new.source = 'direct'::reservation_source OR new.done_at_channel_at IS NOT NULL)) EXECUTE FUNCTION audit_row('reservation', '{property_id,check_in,check_out,adults,children,infants,total_cents}'); -- writes audit_entries
CREATE TRIGGER reservations_audited_collector AFTER UPDATE OF collected_by, collector_confirmed_at ON reservations FOR EACH ROW WHEN (old.collector_confirmed_at IS DISTINCT FROM new.collector_confirmed_at) EXECUTE FUNCTION audit_row('reservation.collector', '{collected_by,collector_confirmed_at}'); -- writes audit_entries
CREATE TRIGGER reservations_audited_erased AFTER UPDATE OF guest_erased_at ON reservations FOR EACH ROW EXECUTE FUNCTION audit_row('reservation.guest_erased', '{guest_erased_at}'); -- writes audit_entries
CREATE TRIGGER reservations_audited_link AFTER UPDATE OF link_version ON reservations FOR EACH ROW EXECUTE FUNCTION audit_row('reservation.link', '{link_version}'); -- writes audit_entries
CREATE TRIGGER reservations_keep_owner BEFORE UPDATE OF property_id ON reservations FOR EACH ROW WHEN (old.property_id IS DISTINCT FROM new.property_id) EXECUTE FUNCTION stay_keeps_owner();
CREATE TRIGGER reservations_payees AFTER UPDATE OF status ON reservations FOR EACH ROW WHEN ((old.status <> ALL (ARRAY['pending'::reservation_status, 'confirmed'::reservation_status, 'checked_in'::reservation_status, 'completed'::reservation_status])) AND (new.status = ANY (ARRAY['pending'::reservation_status, 'confirmed'::reservation_status, 'checked_in'::reservation_status, 'completed'::reservation_status]))) EXECUTE FUNCTION search_payees_again(); -- writes payments
CREATE TRIGGER reservations_search AFTER UPDATE OF property_id, guest_id, contact_id, ota_reservation_code ON reservations FOR EACH ROW EXECUTE FUNCTION search_stay_changed(); -- writes stay_search
CREATE TRIGGER reservations_search_added AFTER INSERT ON reservations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION search_stays_added(); -- writes stay_search
CREATE TRIGGER reservations_told AFTER UPDATE ON reservations FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{quote_id,quote,status,cancelled_by,cancelled_at,message,balance_made,hold_expires_at,arrival_access,guest_seen,link_version,shares_code,updated_at}'::text[])) EXECUTE FUNCTION event_of_stay('{id,property_id,guest_id,check_in,check_out,adults,children,infants,source,ota_name,ota_reservation_code,total_cents,currency,labels,expected_arrival,remarks,commission_cents,cancellation_fee_cents,collected_by,continues,created_at}'); -- writes event_facts
CREATE TRIGGER reservations_told_held AFTER UPDATE OF hold_expires_at ON reservations FOR EACH ROW WHEN (old.hold_expires_at <= (clock_timestamp() + '00:01:00'::interval) AND new.hold_expires_at IS DISTINCT FROM old.hold_expires_at) EXECUTE FUNCTION event_of_hold(); -- writes event_days

create table room_types (
  id room_type not null,
  name_fr text not null,
  name_en text not null,
  "position" integer not null,
  constraint room_types_pkey PRIMARY KEY (id)
);

create table schema_migrations (
  version character varying(128) not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table search_homes (
  id uuid not null,
  popularity double precision not null default 0,
  base_price_cents bigint not null,
  weekend_price_cents bigint not null,
  cleaning_fee_cents bigint not null,
  extra_guest_fee_cents bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  created_at timestamp with time zone not null,
  amenities bigint not null,
  busy_from date not null default CURRENT_DATE - 1,
  changed_from date not null default 'infinity'::date,
  changed_to date not null default '-infinity'::date,
  season_from date not null default 'infinity'::date,
  season_to date not null default '-infinity'::date,
  max_guests smallint not null,
  included_guests smallint not null,
  min_stay smallint not null,
  max_stay smallint not null,
  lead_time_days smallint not null,
  booking_window_days smallint not null,
  bedrooms smallint not null,
  bathrooms smallint not null,
  weekend_bits smallint not null,
  rating smallint not null,
  published boolean not null,
  instant_book boolean not null,
  busy bit varying not null default ''::bit varying,
  property_type text not null,
  room_type text not null,
  country_id text not null,
  city_id text not null,
  neighborhood_id text not null,
  timezone text not null,
  text text not null,
  has_own_tax boolean not null default false,
  constraint search_homes_pkey PRIMARY KEY (id),
  constraint search_homes_id_fkey FOREIGN KEY (id) REFERENCES properties(id) ON DELETE CASCADE
) with (fillfactor=90);
CREATE INDEX search_homes_city ON search_homes USING btree (city_id);
CREATE INDEX search_homes_country ON search_homes USING btree (country_id);
CREATE INDEX search_homes_latitude ON search_homes USING btree (latitude, longitude);
CREATE INDEX search_homes_neighborhood ON search_homes USING btree (neighborhood_id) WHERE neighborhood_id <> ''::text;
CREATE INDEX search_homes_newest ON search_homes USING btree (created_at DESC, id);
CREATE INDEX search_homes_popular ON search_homes USING btree (popularity DESC, id);
CREATE INDEX search_homes_position ON search_homes USING gist (on_globe(latitude, longitude));
CREATE INDEX search_homes_price ON search_homes USING btree (base_price_cents, id);
CREATE INDEX search_homes_published ON search_homes USING btree (published);
CREATE INDEX search_homes_rating ON search_homes USING btree (rating DESC, id);
CREATE INDEX search_homes_text ON search_homes USING gin (text gin_trgm_ops);

create table seasons (
  id bigint not null generated always as identity,
  property_id uuid not null,
  label text not null,
  description text,
  start_date date not null,
  end_date date not null,
  reduction_hundredths integer not null,
  min_stay integer,
  max_stay integer,
  policy season_policy not null default 'nights'::season_policy,
  status season_status not null default 'active'::season_status,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint seasons_pkey PRIMARY KEY (id),
  constraint seasons_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint seasons_check CHECK (start_date <= end_date),
  constraint seasons_label_check CHECK (char_length(label) <= 255),
  constraint seasons_max_stay_check CHECK (max_stay >= 1),
  constraint seasons_min_stay_check CHECK (min_stay >= 1),
  constraint seasons_reduction_hundredths_check CHECK (reduction_hundredths >= 0 AND reduction_hundredths <= 10000)
);
CREATE INDEX seasons_property ON seasons USING btree (property_id, start_date);
CREATE TRIGGER seasons_audited AFTER INSERT OR DELETE OR UPDATE ON seasons FOR EACH ROW EXECUTE FUNCTION audit_row('season', '{label,start_date,end_date,reduction_hundredths,min_stay,max_stay,policy,status}'); -- writes audit_entries
CREATE TRIGGER seasons_channel AFTER INSERT OR DELETE OR UPDATE ON seasons FOR EACH ROW EXECUTE FUNCTION channel_mark_seasons(); -- writes channel_updates
CREATE TRIGGER seasons_search_deleted AFTER DELETE ON seasons REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_seasons_changed(); -- writes search_homes
CREATE TRIGGER seasons_search_inserted AFTER INSERT ON seasons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_seasons_changed(); -- writes search_homes
CREATE TRIGGER seasons_search_left AFTER UPDATE ON seasons REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_seasons_changed(); -- writes search_homes
CREATE TRIGGER seasons_search_updated AFTER UPDATE ON seasons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_seasons_changed(); -- writes search_homes
CREATE TRIGGER seasons_told_deleted AFTER DELETE ON seasons REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_seasons(); -- writes event_days
CREATE TRIGGER seasons_told_inserted AFTER INSERT ON seasons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_seasons(); -- writes event_days
CREATE TRIGGER seasons_told_left AFTER UPDATE ON seasons REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_seasons(); -- writes event_days
CREATE TRIGGER seasons_told_updated AFTER UPDATE ON seasons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION event_of_seasons(); -- writes event_days

create table sellers (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  name text not null,
  address text not null,
  tax_id text not null,
  vat_hundredths integer not null,
  prefix text not null,
  created_at timestamp with time zone not null default now(),
  country text,
  region text,
  kind seller_kind not null default 'business'::seller_kind,
  vat_exempt boolean not null default false,
  documents_allowed_by text,
  cash_allowed_by text,
  constraint sellers_pkey PRIMARY KEY (id),
  constraint sellers_owner_id_id_key UNIQUE (owner_id, id),
  constraint sellers_prefix_key UNIQUE (prefix),
  constraint sellers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint sellers_address_check CHECK (char_length(address) <= 1000),
  constraint sellers_cash_allowed_by_check CHECK (char_length(cash_allowed_by) <= 255),
  constraint sellers_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint sellers_documents_allowed_by_check CHECK (char_length(documents_allowed_by) <= 255),
  constraint sellers_name_check CHECK (char_length(name) <= 255),
  constraint sellers_prefix_check CHECK (prefix ~ '^[A-Z][A-Z0-9]{0,7}$'::text),
  constraint sellers_region CHECK (region IS NULL OR country IS NOT NULL AND region ~ (('^'::text || country) || '-[A-Z0-9]{1,3}$'::text)),
  constraint sellers_tax_id_check CHECK (char_length(tax_id) <= 100),
  constraint sellers_vat_hundredths_check CHECK (vat_hundredths >= 0 AND vat_hundredths <= 10000)
);
CREATE TRIGGER sellers_audited AFTER INSERT OR DELETE OR UPDATE ON sellers FOR EACH ROW EXECUTE FUNCTION audit_row('seller', '{name,address,tax_id,vat_hundredths,prefix,country,region,kind,vat_exempt,documents_allowed_by,cash_allowed_by}'); -- writes audit_entries

create table sessions (
  sid uuid not null,
  user_id bigint not null,
  token_version integer not null,
  device text,
  address text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (sid),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id, seen_at);

create table sign_in_challenges (
  token_hash bytea not null,
  user_id bigint not null,
  token_version integer not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges USING btree (user_id);

create table stay_codes (
  reservation_id bigint not null,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint stay_codes_pkey PRIMARY KEY (reservation_id),
  constraint stay_codes_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);
CREATE INDEX stay_codes_expires ON stay_codes USING btree (expires_at);

create table stay_contracts (
  reservation_id bigint not null,
  contract_id bigint not null,
  locale locale not null,
  content_hash bytea not null,
  accepted_by text not null,
  accepted_at timestamp with time zone not null default now(),
  constraint stay_contracts_pkey PRIMARY KEY (reservation_id),
  constraint stay_contracts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id),
  constraint stay_contracts_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint stay_contracts_accepted_by_check CHECK (accepted_by = ANY (ARRAY['guest'::text, 'website'::text]))
);
CREATE INDEX stay_contracts_of_contract ON stay_contracts USING btree (contract_id);

create table stay_messages (
  id bigint not null default nextval('messages_id_seq'::regclass),
  reservation_id bigint not null,
  source message_source not null,
  from_guest boolean not null,
  content text not null,
  attachments text[] not null default '{}'::text[],
  sent_by bigint,
  state message_state not null default 'sent'::message_state,
  error text,
  claimed_at timestamp with time zone,
  external_id text,
  created_at timestamp with time zone not null default now(),
  is_automatic boolean not null default false,
  by_company_link boolean not null default false,
  constraint stay_messages_pkey PRIMARY KEY (id),
  constraint stay_messages_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint stay_messages_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  constraint stay_messages_author CHECK (NOT from_guest OR sent_by IS NULL),
  constraint stay_messages_error CHECK (error IS NULL OR (state = ANY (ARRAY['failed'::message_state, 'unclear'::message_state]))),
  constraint stay_messages_note CHECK (source <> 'note'::message_source OR NOT from_guest)
);
CREATE UNIQUE INDEX stay_messages_external ON stay_messages USING btree (reservation_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX stay_messages_sending ON stay_messages USING btree (created_at) WHERE state = 'sending'::message_state;
CREATE INDEX stay_messages_stay ON stay_messages USING btree (reservation_id, id DESC);
CREATE TRIGGER stay_messages_told AFTER INSERT ON stay_messages FOR EACH ROW EXECUTE FUNCTION event_of_stay_message(); -- writes event_facts
CREATE TRIGGER stay_messages_told_changed AFTER UPDATE ON stay_messages FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{claimed_at,external_id,is_automatic}'::text[])) EXECUTE FUNCTION event_of_stay_message('{id,reservation_id,source,content,attachments,sent_by,state,error,created_at}'); -- writes event_facts

create table stay_search (
  reservation_id bigint not null,
  owner_id bigint not null,
  words text not null,
  code text,
  reach text not null,
  constraint stay_search_pkey PRIMARY KEY (reservation_id),
  constraint stay_search_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);
CREATE INDEX stay_search_code ON stay_search USING btree (code) WHERE code IS NOT NULL;
CREATE INDEX stay_search_owner ON stay_search USING btree (owner_id, reservation_id);
CREATE INDEX stay_search_reach ON stay_search USING gin (reach gin_trgm_ops);
CREATE INDEX stay_search_words ON stay_search USING gin (words gin_trgm_ops);

create table stay_sums (
  reservation_id bigint not null,
  price_cents bigint not null,
  open_cents bigint not null,
  kept_cents bigint not null,
  tolerated_cents bigint not null,
  credited_cents bigint not null,
  constraint stay_sums_pkey PRIMARY KEY (reservation_id),
  constraint stay_sums_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint stay_sums_open_within_price CHECK (open_cents = 0 OR (open_cents + kept_cents) <= (price_cents + tolerated_cents))
);
CREATE INDEX stay_sums_tolerated ON stay_sums USING btree (reservation_id) WHERE tolerated_cents > 0;

create table stay_threads (
  reservation_id bigint not null,
  owner_id bigint not null,
  last_message_id bigint not null,
  unread whole not null default 0,
  read_up_to bigint not null default 0,
  mail_due_at timestamp with time zone,
  mailed_at timestamp with time zone,
  mailed_up_to bigint not null default 0,
  answered_up_to bigint not null default 0,
  constraint stay_threads_pkey PRIMARY KEY (reservation_id),
  constraint stay_threads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint stay_threads_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);
CREATE INDEX stay_threads_latest ON stay_threads USING btree (owner_id, last_message_id DESC);
CREATE INDEX stay_threads_unread ON stay_threads USING btree (owner_id) WHERE unread::integer > 0;
CREATE INDEX stay_threads_waiting ON stay_threads USING btree (owner_id) WHERE last_message_id > answered_up_to;

create table stuck_revisions (
  revision_id text not null,
  remote_property_id text not null,
  kind text not null,
  reason text not null,
  release text not null,
  since timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  constraint stuck_revisions_pkey PRIMARY KEY (revision_id),
  constraint stuck_revisions_kind_check CHECK (kind = ANY (ARRAY['unmapped'::text, 'unreadable'::text, 'failed'::text]))
);

create table subscriptions (
  subscription_id text not null,
  user_id bigint not null,
  price_id text,
  status text not null,
  current_period_end timestamp with time zone,
  cancel_at_period_end boolean not null,
  cancelled_at timestamp with time zone,
  started_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (subscription_id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX subscriptions_user ON subscriptions USING btree (user_id, started_at DESC);

create table supplements (
  id bigint not null generated always as identity,
  reservation_id bigint not null,
  label text not null,
  amount_cents bigint not null,
  payment_id bigint,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  is_damage boolean not null default false,
  mailed_at timestamp with time zone,
  constraint supplements_pkey PRIMARY KEY (id),
  constraint supplements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint supplements_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint supplements_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint supplements_amount_cents_check CHECK (amount_cents > 0),
  constraint supplements_label_check CHECK (char_length(label) <= 255)
);
CREATE INDEX supplements_payment ON supplements USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX supplements_reservation ON supplements USING btree (reservation_id, id);
CREATE TRIGGER supplements_audited AFTER INSERT OR DELETE ON supplements FOR EACH ROW EXECUTE FUNCTION audit_row('supplement', '{label,amount_cents}'); -- writes audit_entries

create table task_calendars (
  owner_id bigint not null,
  user_id bigint not null,
  token uuid not null default gen_random_uuid(),
  constraint task_calendars_pkey PRIMARY KEY (owner_id, user_id),
  constraint task_calendars_token_key UNIQUE (token),
  constraint task_calendars_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint task_calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX task_calendars_user ON task_calendars USING btree (user_id);

create table task_pictures (
  id bigint not null generated always as identity,
  task_id bigint not null,
  path text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null default now(),
  constraint task_pictures_pkey PRIMARY KEY (id),
  constraint task_pictures_path_key UNIQUE (path),
  constraint task_pictures_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_pictures_task ON task_pictures USING btree (task_id, id);

create table tasks (
  id bigint not null generated always as identity,
  property_id uuid not null,
  day date not null,
  kind task_kind not null,
  reservation_id bigint,
  departs_on date,
  assignee_id bigint,
  note text,
  done_at timestamp with time zone,
  closed_days whole not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint tasks_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  constraint tasks_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint tasks_departure CHECK (departs_on IS NULL OR kind = 'cleaning'::task_kind),
  constraint tasks_note_check CHECK (char_length(note) <= 5000)
);
CREATE INDEX tasks_about_stay ON tasks USING btree (reservation_id) WHERE reservation_id IS NOT NULL;
CREATE INDEX tasks_assignee ON tasks USING btree (assignee_id, day) WHERE assignee_id IS NOT NULL;
CREATE INDEX tasks_home ON tasks USING btree (property_id, day);
CREATE UNIQUE INDEX tasks_of_feeds ON tasks USING btree (property_id, departs_on) WHERE departs_on IS NOT NULL AND reservation_id IS NULL;
CREATE UNIQUE INDEX tasks_of_stay ON tasks USING btree (reservation_id) WHERE departs_on IS NOT NULL AND reservation_id IS NOT NULL;
CREATE INDEX tasks_old ON tasks USING btree (day);
CREATE INDEX tasks_open ON tasks USING btree (property_id, day) WHERE done_at IS NULL;
CREATE TRIGGER tasks_audited AFTER INSERT ON tasks FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND new.departs_on IS NULL) EXECUTE FUNCTION audit_row('task', '{day,kind,assignee_id,done_at}'); -- writes audit_entries
CREATE TRIGGER tasks_changed_audited AFTER UPDATE ON tasks FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NOT (old.property_id IS DISTINCT FROM new.property_id OR old.departs_on IS DISTINCT FROM new.departs_on) AND (new.assignee_id IS NOT NULL OR old.assignee_id IS NULL OR task_may_have(old.property_id, old.assignee_id))) EXECUTE FUNCTION audit_row('task', '{day,kind,assignee_id,done_at}'); -- writes audit_entries
CREATE TRIGGER tasks_deleted_audited AFTER DELETE ON tasks FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND old.day > (CURRENT_DATE - 30) AND old.departs_on IS NULL) EXECUTE FUNCTION audit_row('task', '{day,kind,assignee_id,done_at}'); -- writes audit_entries
CREATE TRIGGER tasks_told_deleted AFTER DELETE ON tasks FOR EACH ROW WHEN (old.day > (CURRENT_DATE - 30)) EXECUTE FUNCTION event_of_task('{id,property_id,day,kind,reservation_id,departs_on,assignee_id,done_at,created_at}'); -- writes event_facts
CREATE TRIGGER tasks_told_inserted AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION event_of_task(); -- writes event_facts
CREATE TRIGGER tasks_told_updated AFTER UPDATE ON tasks FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{note,closed_days,updated_at}'::text[])) EXECUTE FUNCTION event_of_task('{id,property_id,day,kind,reservation_id,departs_on,assignee_id,done_at,created_at}'); -- writes event_facts

create table team_grants (
  id uuid not null default uuid_v7(),
  owner_id bigint not null,
  role text not null,
  property_ids uuid[],
  user_id bigint,
  email text,
  key_hash bytea,
  expires_at timestamp with time zone,
  invited_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint team_grants_pkey PRIMARY KEY (id),
  constraint team_grants_key_hash_key UNIQUE (key_hash),
  constraint team_grants_owner_id_email_key UNIQUE (owner_id, email),
  constraint team_grants_owner_id_user_id_key UNIQUE (owner_id, user_id),
  constraint team_grants_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint team_grants_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint team_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint team_grants_check CHECK (num_nonnulls(user_id, email) = 1 AND (num_nulls(email, key_hash, expires_at, invited_by) = ANY (ARRAY[0, 4]))),
  constraint team_grants_owner_homes CHECK (role <> 'owner'::text OR property_ids IS NOT NULL),
  constraint team_grants_property_ids_check CHECK (cardinality(property_ids) > 0)
);
CREATE INDEX team_grants_email ON team_grants USING btree (email);
CREATE INDEX team_grants_inviter ON team_grants USING btree (invited_by);
CREATE INDEX team_grants_user ON team_grants USING btree (user_id);
CREATE TRIGGER team_grants_audited AFTER INSERT OR DELETE OR UPDATE ON team_grants FOR EACH ROW EXECUTE FUNCTION audit_row('team', '{role,property_ids,user_id}'); -- writes audit_entries

create table template_sendings (
  id bigint not null generated always as identity,
  template_id bigint,
  reservation_id bigint not null,
  name text not null,
  due_at timestamp with time zone not null,
  status template_sending_status not null default 'claimed'::template_sending_status,
  reason text,
  message_id bigint,
  settled_at timestamp with time zone,
  constraint template_sendings_pkey PRIMARY KEY (id),
  constraint template_sendings_template_id_reservation_id_key UNIQUE (template_id, reservation_id),
  constraint template_sendings_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint template_sendings_template_id_fkey FOREIGN KEY (template_id) REFERENCES message_templates(id) ON DELETE SET NULL,
  constraint template_sendings_reason CHECK ((status = 'skipped'::template_sending_status) = (reason IS NOT NULL)),
  constraint template_sendings_settled CHECK ((status = 'claimed'::template_sending_status) = (settled_at IS NULL))
);
CREATE INDEX template_sendings_old ON template_sendings USING btree (due_at);
CREATE INDEX template_sendings_stay ON template_sendings USING btree (reservation_id, due_at);

create table totp_secrets (
  user_id bigint not null,
  secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone not null default now(),
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER totp_secrets_audited AFTER DELETE OR UPDATE OF confirmed_at ON totp_secrets FOR EACH ROW EXECUTE FUNCTION audit_row('account.second_factor', '{confirmed_at}', 'user_id'); -- writes audit_entries

create table tourist_tax_changes (
  id bigint not null generated always as identity,
  city_id text not null,
  changed_by bigint,
  operator text,
  before_per_adult_night_cents bigint,
  before_percent_hundredths integer,
  before_cap_cents bigint,
  after_per_adult_night_cents bigint,
  after_percent_hundredths integer,
  after_cap_cents bigint,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint tourist_tax_changes_pkey PRIMARY KEY (id),
  constraint tourist_tax_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint tourist_tax_changes_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id) ON DELETE CASCADE
);
CREATE INDEX tourist_tax_changes_city ON tourist_tax_changes USING btree (city_id, id DESC);
CREATE INDEX tourist_tax_changes_user ON tourist_tax_changes USING btree (changed_by) WHERE changed_by IS NOT NULL;
CREATE TRIGGER tourist_tax_changes_audited AFTER INSERT ON tourist_tax_changes FOR EACH ROW EXECUTE FUNCTION audit_row('city.tax', '{city_id,operator,after_per_adult_night_cents,after_percent_hundredths,after_cap_cents}', 'city_id'); -- writes audit_entries

create table travellers (
  reservation_id bigint not null,
  people integer not null,
  sealed bytea not null,
  written_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  by_company_link boolean not null default false,
  constraint travellers_pkey PRIMARY KEY (reservation_id),
  constraint travellers_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint travellers_people_check CHECK (people >= 0)
);
CREATE TRIGGER travellers_read_audited AFTER UPDATE OF read_at ON travellers FOR EACH ROW EXECUTE FUNCTION audit_of_travellers('travellers.read'); -- writes audit_entries
CREATE TRIGGER travellers_written_audited AFTER INSERT OR UPDATE OF sealed ON travellers FOR EACH ROW EXECUTE FUNCTION audit_of_travellers('travellers.written'); -- writes audit_entries

create table unclaimed_payments (
  payment_intent_id text not null,
  amount_cents bigint not null,
  currency text not null,
  lost_reservation_id bigint,
  refund_key uuid not null default gen_random_uuid(),
  found_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  reservation_id bigint,
  constraint unclaimed_payments_pkey PRIMARY KEY (payment_intent_id),
  constraint unclaimed_payments_refund_key_key UNIQUE (refund_key),
  constraint unclaimed_payments_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint unclaimed_payments_amount_cents_check CHECK (amount_cents > 0),
  constraint unclaimed_payments_claim_is_settled CHECK (reservation_id IS NULL OR settled_at IS NOT NULL)
);
CREATE INDEX unclaimed_payments_open ON unclaimed_payments USING btree (found_at) WHERE settled_at IS NULL;

create table users (
  id bigint not null generated always as identity,
  username text not null,
  first_name text not null,
  last_name text not null,
  plain_name text not null generated always as (normalize_text((first_name || ' '::text) || last_name)) stored,
  job text,
  location text,
  country_id text,
  phone text,
  phone_number text generated always as (phone_number(phone)) stored,
  email text not null,
  email_verified_at timestamp with time zone,
  password_hash text,
  role user_role not null default 'user'::user_role,
  locale locale not null default 'fr'::locale,
  avatar text,
  billing_company text,
  billing_vat_number text,
  billing_address text,
  mail_key uuid not null default gen_random_uuid(),
  token_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  second_factor_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id)
);
CREATE INDEX users_avatar ON users USING btree (avatar) WHERE avatar IS NOT NULL;
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email));
CREATE UNIQUE INDEX users_mail_key ON users USING btree (mail_key);
CREATE UNIQUE INDEX users_phone_number_key ON users USING btree (phone_number);
CREATE UNIQUE INDEX users_username_key ON users USING btree (lower(username));
CREATE INDEX users_username_shape ON users USING btree (username_shape(username));
CREATE TRIGGER users_factor_audited AFTER UPDATE OF second_factor_at ON users FOR EACH ROW EXECUTE FUNCTION audit_row('account.second_factor', '{second_factor_at}'); -- writes audit_entries
CREATE TRIGGER users_role_audited AFTER UPDATE OF role ON users FOR EACH ROW EXECUTE FUNCTION audit_row('account.role', '{role}'); -- writes audit_entries
CREATE TRIGGER users_search AFTER UPDATE OF first_name, last_name, email, phone ON users FOR EACH ROW WHEN (old.plain_name IS DISTINCT FROM new.plain_name OR old.email IS DISTINCT FROM new.email OR old.phone IS DISTINCT FROM new.phone) EXECUTE FUNCTION search_guest_changed(); -- writes stay_search
CREATE CONSTRAINT TRIGGER users_told AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{username,plain_name,job,location,phone_number,email_verified_at,password_hash,role,billing_company,billing_vat_number,billing_address,mail_key,token_version,updated_at,second_factor_at}'::text[])) EXECUTE FUNCTION event_of_person(); -- writes event_facts

create table webhook_deliveries (
  id bigint not null generated always as identity,
  endpoint_id uuid not null,
  "position" bigint,
  event_at timestamp with time zone,
  status delivery_status not null default 'waiting'::delivery_status,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  status_code integer,
  error text,
  duration_ms integer,
  answer text,
  attempted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_check CHECK (("position" IS NULL) = (event_at IS NULL))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, due_at) WHERE status = 'waiting'::delivery_status;
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries USING btree (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries USING btree (created_at);

create table webhook_endpoints (
  id uuid not null default uuid_v7(),
  owner_id bigint,
  created_by bigint not null,
  url text not null,
  types text[],
  description text,
  secret bytea not null,
  previous_secret bytea,
  rotated_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_because text,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  property_ids uuid[],
  dropped integer not null default 0,
  dropping_since timestamp with time zone,
  include_guest boolean not null default false,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint webhook_endpoints_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint webhook_endpoints_check CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
  constraint webhook_endpoints_check1 CHECK ((previous_secret IS NULL) = (rotated_at IS NULL)),
  constraint webhook_endpoints_disabled_because_check CHECK (disabled_because = ANY (ARRAY['paused'::text, 'gone'::text, 'failing'::text])),
  constraint webhook_endpoints_url_check CHECK (char_length(url) <= 2048)
);
CREATE INDEX webhook_endpoints_owner ON webhook_endpoints USING btree (owner_id, id);
CREATE TRIGGER webhook_endpoints_audited AFTER INSERT OR DELETE OR UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION audit_row('webhook_endpoint', '{url,types,secret}'); -- writes audit_entries

create table webhook_feed (
  singleton boolean not null default true,
  "position" bigint not null,
  constraint webhook_feed_pkey PRIMARY KEY (singleton),
  constraint webhook_feed_singleton_check CHECK (singleton)
);

create table webhook_subscriptions (
  id uuid not null default uuid_v7(),
  property_id uuid not null,
  provider text not null,
  callback_url text not null,
  event_mask text not null default '*'::text,
  headers jsonb not null default '{}'::jsonb,
  request_params jsonb not null default '{}'::jsonb,
  send_data boolean not null default true,
  is_active boolean not null default true,
  remote_property_id text,
  room_type_id text,
  rate_plan_id text,
  remote_webhook_id text,
  registration webhook_registration not null default 'none'::webhook_registration,
  registration_error text,
  registration_version integer not null default 0,
  registration_claim integer not null default 0,
  registration_claimed_until timestamp with time zone not null default now(),
  compared_on date,
  compared_at timestamp with time zone,
  comparison_requested_at timestamp with time zone,
  secret_version positive not null default 1,
  rotated_at timestamp with time zone,
  last_delivery_at timestamp with time zone,
  last_delivery_status integer,
  failure_count whole not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint webhook_subscriptions_pkey PRIMARY KEY (id),
  constraint webhook_subscriptions_property_assigned FOREIGN KEY (remote_property_id) REFERENCES channel_properties(remote_property_id),
  constraint webhook_subscriptions_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  constraint webhook_subscriptions_callback_url_check CHECK (char_length(callback_url) <= 2048),
  constraint webhook_subscriptions_check CHECK (remote_property_id IS NOT NULL OR num_nonnulls(room_type_id, rate_plan_id) = 0)
);
CREATE INDEX webhook_subscriptions_property ON webhook_subscriptions USING btree (property_id);
CREATE UNIQUE INDEX webhook_subscriptions_rate ON webhook_subscriptions USING btree (provider, rate_plan_id) WHERE rate_plan_id IS NOT NULL;
CREATE INDEX webhook_subscriptions_remote ON webhook_subscriptions USING btree (remote_property_id);
CREATE UNIQUE INDEX webhook_subscriptions_remote_home ON webhook_subscriptions USING btree (provider, remote_property_id, room_type_id) NULLS NOT DISTINCT WHERE remote_property_id IS NOT NULL;
CREATE UNIQUE INDEX webhook_subscriptions_room ON webhook_subscriptions USING btree (provider, room_type_id) WHERE room_type_id IS NOT NULL;
CREATE TRIGGER webhook_subscriptions_assigned BEFORE INSERT OR UPDATE OF remote_property_id ON webhook_subscriptions FOR EACH ROW EXECUTE FUNCTION channel_assign(); -- writes channel_properties
CREATE TRIGGER webhook_subscriptions_channel AFTER INSERT ON webhook_subscriptions FOR EACH ROW EXECUTE FUNCTION channel_mark_mapping(); -- writes channel_queues, channel_updates
CREATE TRIGGER webhook_subscriptions_channel_changed AFTER UPDATE OF is_active, remote_property_id, room_type_id, rate_plan_id ON webhook_subscriptions FOR EACH ROW WHEN (old.is_active IS DISTINCT FROM new.is_active OR old.remote_property_id IS DISTINCT FROM new.remote_property_id OR old.room_type_id IS DISTINCT FROM new.room_type_id OR old.rate_plan_id IS DISTINCT FROM new.rate_plan_id) EXECUTE FUNCTION channel_mark_mapping(); -- writes channel_queues, channel_updates

create table write_probes (
  filler text not null
);

CREATE FUNCTION access_code_state(stay reservations)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select case when (c.property_id, c.check_in, c.check_out) is distinct from (stay.property_id, stay.check_in, stay.check_out)
      then 'stale' else 'set' end
    from access_codes c where c.reservation_id = stay.id), 'none')
$function$;

CREATE FUNCTION amenity_bits(wanted text[])
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT CASE WHEN (count(*) = (SELECT count(DISTINCT name.name) AS count FROM unnest(amenity_bits.wanted) name(name))) THEN COALESCE(bit_or(((1)::bigint << (amenities."bit")::integer)), (0)::bigint) ELSE NULL::bigint END AS "case" FROM amenities WHERE ((amenities.id)::text = ANY (amenity_bits.wanted)));

CREATE FUNCTION assert_checked()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
end $function$;

CREATE FUNCTION attachment_deadline()
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (((floor((EXTRACT(epoch FROM now()) / (300)::numeric)) * (300)::numeric) + (900)::numeric))::bigint;

CREATE FUNCTION audit_actor()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('sejour.actor'::text, true), ''::text))::jsonb;

CREATE FUNCTION audit_add_months()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  present constant date := date_trunc('month', now() at time zone 'UTC')::date;
  keeper constant name := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = 'audit_entries'::regclass);
  month date;
begin
  perform pg_advisory_xact_lock(hashtextextended('months of the audit', 0));
  foreach month in array array[present, (present + interval '1 month')::date] loop
    continue when to_regclass(audit_of_month(month)) is not null;
    execute format('create table %I partition of audit_entries for values from (%L) to (%L)', audit_of_month(month),
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    if keeper <> current_user then
      execute format('alter table %I owner to %I', audit_of_month(month), keeper);
    end if;
  end loop;
end $function$;

CREATE FUNCTION audit_drop_month(keep_days integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare oldest text;
begin
  select c.relname into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'audit_entries'::regclass
    and c.relname < audit_of_month(date_trunc('month', (now() at time zone 'UTC') - make_interval(days => keep_days))::date)
  order by c.relname limit 1;
  if oldest is null then return 0; end if;
  execute format('drop table %I', oldest);
  return 1;
end $function$;

CREATE FUNCTION audit_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    old.data := null;
    old.address := null;
    old.device := null;
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'entries of the audit do not change' using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION audit_note(action text, object_id text, property_id uuid, owner_id bigint, data jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare actor constant jsonb := nullif(current_setting('sejour.actor', true), '')::jsonb;
begin
  -- Housekeeping makes months before they begin; after a long pause nobody has.
  if to_regclass(audit_of_month(date_trunc('month', now() at time zone 'UTC')::date)) is null then
    perform audit_add_months();
  end if;
  insert into audit_entries (action, object_id, property_id, owner_id, actor_id, actor_role, data, address, device)
  values ($1, $2, $3, coalesce($4, (select p.owner_id from properties p where p.id = $3)), (actor ->> 'id')::bigint,
    (actor ->> 'role')::user_role, $5, actor ->> 'address', actor ->> 'device');
end $function$;

CREATE FUNCTION audit_of_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit_note('calendar.prices', d.property_id::text, d.property_id, null,
    jsonb_build_object('days', jsonb_build_array(min(d.day), max(d.day)), 'price_cents', jsonb_build_array(min(d.price_cents), max(d.price_cents))))
  from changed d where d.day >= current_date group by d.property_id;
  return null;
end $function$;

CREATE FUNCTION audit_of_dismissal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit_note('calendar_conflict.dismissed', new.id::text, (select f.property_id from calendar_feeds f where f.id = new.feed_id), null,
    jsonb_build_object('nights', jsonb_build_array(old.nights::text, null), 'reason', jsonb_build_array(null, new.dismissed_because)));
  return null;
end $function$;

CREATE FUNCTION audit_of_month(month date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ('audit_entries_'::text || to_char((month)::timestamp with time zone, 'YYYYMM'::text));

CREATE FUNCTION audit_of_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (audit_actor() ->> 'id')::bigint <> coalesce(new.guest_id, 0) then
    perform audit_note('reservation.status', new.id::text, new.property_id, null, jsonb_build_object('status', jsonb_build_array(old.status, new.status)));
  end if;
  return null;
end $function$;

CREATE FUNCTION audit_of_reading()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit_note('conversation.read', new.report_id::text, null, (
    select u.id from conversation_reports r join conversations c on c.id = r.conversation_id join users u on u.id in (c.low_id, c.high_id)
    where r.id = new.report_id and u.role = 'owner' order by u.id limit 1), null);
  return null;
end $function$;

CREATE FUNCTION audit_of_travellers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit_note(tg_argv[0], new.reservation_id::text, (select r.property_id from reservations r where r.id = new.reservation_id), null,
    case tg_argv[0] when 'travellers.written' then jsonb_build_object('people', jsonb_build_array(case tg_op when 'UPDATE' then old.people end, new.people)) end);
  return null;
end $function$;

CREATE FUNCTION audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  subject constant jsonb := coalesce(after, before);
  secrets constant text[] := '{secret,calendar_token,sealed,texts,wifi}';
  changes jsonb;
  home uuid := (subject ->> 'property_id')::uuid;
begin
  select jsonb_object_agg(name, case when name = any (secrets) then '[]'::jsonb
    else jsonb_build_array(left(before ->> name, 500), left(after ->> name, 500)) end)
  into changes
  from unnest(tg_argv[1]::text[]) name
  where before -> name is distinct from after -> name;
  if changes is null then return null; end if;
  if tg_table_name = 'properties' then
    home := (subject ->> 'id')::uuid;
  elsif tg_table_name in ('refunds', 'receipts') then
    select r.property_id into home from payments p join reservations r on r.id = p.reservation_id where p.id = (subject ->> 'payment_id')::bigint;
  elsif tg_table_name = 'supplements' then
    select r.property_id into home from reservations r where r.id = (subject ->> 'reservation_id')::bigint;
  elsif tg_table_name = 'comment_moderations' then
    select c.property_id into home from comments c where c.id = (subject ->> 'comment_id')::bigint;
  end if;
  perform audit_note(
    case when strpos(tg_argv[0], '.') > 0 then tg_argv[0]
      else tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end end,
    subject ->> coalesce(tg_argv[2], 'id'), home, (subject ->> 'owner_id')::bigint, changes);
  return null;
end $function$;

CREATE FUNCTION balance_key(deposit_key uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (OVERLAY(OVERLAY(md5(((deposit_key)::text || ' balance'::text)) PLACING '8'::text FROM 13) PLACING '8'::text FROM 17))::uuid;

CREATE FUNCTION channel_assign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare home_owner bigint; assigned bigint;
begin
  if new.remote_property_id is null then return new; end if;
  if tg_op = 'UPDATE' and new.remote_property_id is not distinct from old.remote_property_id then return new; end if;
  select owner_id into home_owner from properties where id = new.property_id;
  loop
    insert into channel_properties (remote_property_id, owner_id) values (new.remote_property_id, home_owner) on conflict do nothing;
    select owner_id into assigned from channel_properties where remote_property_id = new.remote_property_id for key share;
    exit when found;
  end loop;
  if assigned <> home_owner then
    raise exception 'the property of the channel manager belongs to another account'
      using errcode = 'unique_violation', constraint = 'channel_properties_pkey';
  end if;
  return new;
end $function$;

CREATE FUNCTION channel_mark(home uuid, changed datemultirange, kinds channel_update_kind[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ahead constant datemultirange := changed * datemultirange(daterange(current_date - 1, null));
begin
  if isempty(ahead) then return; end if;
  perform from properties where id = home for no key update;
  insert into channel_updates as u (subscription_id, kind, days)
  select s.id, k, ahead
  from webhook_subscriptions s
  cross join unnest(kinds) k
  where s.property_id = home and s.is_active and s.remote_property_id is not null
    and case k when 'availability' then s.room_type_id else s.rate_plan_id end is not null
  order by s.id, k
  on conflict (subscription_id, kind) do update set days = u.days + excluded.days;
end $function$;

CREATE FUNCTION channel_mark_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform channel_mark(property_id, range_agg(daterange(day, day, '[]')), '{restrictions}')
  from changed group by property_id order by property_id;
  return null;
end $function$;

CREATE FUNCTION channel_mark_home()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform channel_mark(new.id, datemultirange(daterange(current_date - 1, null)),
    case when old.status = new.status then '{restrictions}' else '{availability,restrictions}' end::channel_update_kind[]);
  return null;
end $function$;

CREATE FUNCTION channel_mark_mapping()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from channel_updates
  where subscription_id = new.id and (not new.is_active or new.remote_property_id is null
    or case kind when 'availability' then new.room_type_id else new.rate_plan_id end is null);
  insert into channel_queues (remote_property_id, kind)
  select new.remote_property_id, k from unnest('{availability,restrictions}'::channel_update_kind[]) k
  where new.remote_property_id is not null
  on conflict do nothing;
  perform channel_mark(new.property_id, datemultirange(daterange(current_date - 1, null)), '{availability,restrictions}');
  return null;
end $function$;

CREATE FUNCTION channel_mark_occupancy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform channel_mark(old.property_id, datemultirange(old.stay), '{availability}');
  end if;
  if tg_op <> 'DELETE' then
    perform channel_mark(new.property_id, datemultirange(new.stay), '{availability}');
  end if;
  return null;
end $function$;

CREATE FUNCTION channel_mark_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform channel_mark(old.property_id, datemultirange(daterange(old.start_date, old.end_date, '[]')), '{restrictions}');
  end if;
  if tg_op <> 'DELETE' then
    perform channel_mark(new.property_id, datemultirange(daterange(new.start_date, new.end_date, '[]')), '{restrictions}');
  end if;
  return null;
end $function$;

CREATE FUNCTION collection_of_stay(r reservations)
 RETURNS TABLE(is_here boolean, collector text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select r.source <> 'channel' or exists (
      select from payments m where m.reservation_id = r.id and payment_is_of_price(m.kind) and m.status <> 'cancelled'),
    case
      when r.source <> 'channel' then null
      when r.collected_by is not null then r.collected_by
      when not exists (select from imported_stays i where i.reservation_id = r.id) then 'property' end
$function$;

CREATE FUNCTION confirmed_at(stay reservations)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(min(e.at), stay.created_at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed'
  having not exists (select from imported_stays i where i.reservation_id = stay.id)
$function$;

CREATE FUNCTION contact_of_stay(stay reservations)
 RETURNS TABLE(name text, first_name text, last_name text, email text, phone text, language text, country text)
 LANGUAGE sql
 STABLE
AS $function$
  select c.name, c.first_name, c.last_name, c.email, c.phone, c.language, c.country_id
  from contacts c where c.id = stay.contact_id
  union all
  select trim(u.first_name || ' ' || u.last_name), u.first_name, u.last_name, u.email, u.phone, u.locale::text, u.country_id
  from users u
  where u.id = stay.guest_id and u.deleted_at is null and stay.check_out >= current_date - 365
    and exists (select from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed')
$function$;

CREATE FUNCTION containing(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || regexp_replace(normalize_text(value), '([%_\\])'::text, '\\\1'::text, 'g'::text)) || '%'::text);

CREATE FUNCTION costs_a_comparison(compared text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 500
AS $function$
begin
  return true;
end;
$function$;

CREATE FUNCTION count_attempt(counter text, period interval, amount integer DEFAULT 1)
 RETURNS attempt_counters
 LANGUAGE sql
AS $function$
  insert into attempt_counters as c (key, count, ends_at) values (counter, amount, now() + period)
  on conflict (key) do update set
    count = case when c.ends_at > now() then least(c.count::bigint + amount, 2147483647)::integer else amount end,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  returning *
$function$;

CREATE FUNCTION credited_of(was stay_sums, kept_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select was.credited_cents + case when kept_cents >= was.kept_cents then kept_cents - was.kept_cents
    else -least(was.kept_cents - kept_cents, greatest(0, was.credited_cents - was.price_cents)) end
$function$;

CREATE FUNCTION database_identity()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  server text := '0';
  timeline integer := 0;
begin
  begin
    select s.system_identifier into server from pg_control_system() s;
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  begin
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  return (select server || '.' || d.oid || '.' || timeline from pg_database d where d.datname = current_database());
end $function$;

CREATE FUNCTION dispute_is_open(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((status IS NOT NULL) AND (status <> ALL (ARRAY['won'::text, 'lost'::text, 'warning_closed'::text])));

CREATE FUNCTION editable_until(c comments)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours'
    then c.created_at + interval '48 hours' end
$function$;

CREATE FUNCTION event_difference(before jsonb, after jsonb, columns text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_object_agg(
    regexp_replace(name, '_cents$', ''),
    case when name like '%\_cents' and jsonb_typeof(before -> name) = 'number'
      then to_jsonb(round((before ->> name)::numeric / 100, 2))
      when jsonb_typeof(before -> name) = 'string' and octet_length(before ->> name) > 1024
      then jsonb_build_object('sha256', encode(sha256(convert_to(before ->> name, 'UTF8')), 'hex'), 'length', length(before ->> name))
      else before -> name end)
  from unnest(columns) name
  where before -> name is distinct from after -> name
$function$;

CREATE FUNCTION event_differs(before jsonb, after jsonb, ignored text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((before - ignored) IS DISTINCT FROM (after - ignored));

CREATE FUNCTION event_note(type text, subject_id text, property_id uuid, person_id bigint DEFAULT NULL::bigint, previous jsonb DEFAULT NULL::jsonb, actor actor DEFAULT NULL::actor, actor_id bigint DEFAULT NULL::bigint, owner_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_facts (type, subject_id, property_id, person_id, previous, actor, actor_id, owner_id)
  values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, (select p.owner_id from properties p where p.id = $3)))
$function$;

CREATE FUNCTION event_note_days(home uuid, changed datemultirange)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_days as d (property_id, owner_id, days)
  select p.id, p.owner_id, ahead
  from properties p, (select changed * datemultirange(daterange(current_date - 1, current_date + 731)) as ahead) a
  where p.id = home and not isempty(ahead)
  on conflict (property_id) do update set days = d.days + excluded.days
$function$;

CREATE FUNCTION event_note_once(type text, subject_id text, property_id uuid, person_id bigint DEFAULT NULL::bigint, previous jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select event_note($1, $2, $3, $4, $5)
  where not exists (
    select from event_facts f
    where f.subject_id = $2 and split_part(f.type, '.', 1) = split_part($1, '.', 1) and f.xmin = pg_current_xact_id()::xid)
$function$;

CREATE FUNCTION event_note_payment(type text, payment payments, previous jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select event_note(type, (payment).id::text, r.property_id, (payment).payer_id, previous)
  from reservations r where r.id = (payment).reservation_id
$function$;

CREATE FUNCTION event_note_payment_once(type text, payment bigint, previous jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select event_note_once(type, p.id::text, r.property_id, p.payer_id, previous)
  from payments p join reservations r on r.id = p.reservation_id
  where p.id = payment
$function$;

CREATE FUNCTION event_note_stay_once(stay bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  select event_note_once('reservation.changed', r.id::text, r.property_id, r.guest_id) from reservations r where r.id = stay
$function$;

CREATE FUNCTION event_of_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'UPDATE' or (old.name, old.logo, old.site) is distinct from (new.name, new.logo, new.site) then
    perform event_note('property.updated', p.id::text, p.id)
    from properties p where p.owner_id = coalesce(new.owner_id, old.owner_id) and p.status <> 'archived';
  end if;
  return null;
end $function$;

CREATE FUNCTION event_of_conflict()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  conflict constant calendar_conflicts := case tg_op when 'DELETE' then old else new end;
  before constant datemultirange := case tg_op when 'INSERT' then '{}' else old.nights end;
  after constant datemultirange := case tg_op when 'DELETE' then '{}' else new.nights end;
  is_closed constant boolean := isempty(after);
  -- A feed that is deleted takes its conflicts along.
  property constant uuid := coalesce(
    (select f.property_id from calendar_feeds f where f.id in (conflict.feed_id, conflict.other_feed_id) limit 1),
    (select r.property_id from reservations r where r.id = conflict.reservation_id));
begin
  -- Both feeds go at once with the account of their owner, whom nobody tells.
  if property is null then return null; end if;
  if after <@ before and not (is_closed and not isempty(before)) then return null; end if;
  perform event_note(
    case when is_closed then 'conflict.closed' else 'conflict.opened' end, conflict.id::text,
    property, null,
    case when tg_op = 'DELETE' then to_jsonb(conflict) - '{id,nights,told,opened_at,dismissed,dismissed_because}'::text[] else '{}' end
      || jsonb_build_object('nights', event_ranges(before)));
  return null;
end $function$;

CREATE FUNCTION event_of_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_stay_once(r.id) from reservations r where r.contact_id = new.id;
  return null;
end $function$;

CREATE FUNCTION event_of_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_days(property_id, range_agg(daterange(day, day, '[]'))) from changed group by property_id order by property_id;
  return null;
end $function$;

CREATE FUNCTION event_of_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_days(new.property_id, datemultirange(daterange(new.check_in, new.check_out)));
  return null;
end $function$;

CREATE FUNCTION event_of_home()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform event_note('property.created', new.id::text, new.id);
  else
    perform event_note(case when new.status = 'archived' and old.status <> 'archived' then 'property.archived' else 'property.updated' end,
      new.id::text, new.id, null, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  return null;
end $function$;

CREATE FUNCTION event_of_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note('invoice.issued', new.number, r.property_id, r.guest_id) from reservations r where r.id = new.reservation_id;
  return null;
end $function$;

CREATE FUNCTION event_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note('message.created', new.id::text, new.property_id, new.sender_id, null,
    case when exists (select from properties p where p.owner_id = new.sender_id) then 'owner' else 'guest' end::actor, new.sender_id, person)
  from unnest(array[new.sender_id, new.receiver_id]) person
  where exists (select from properties p where p.owner_id = person);
  return null;
end $function$;

CREATE FUNCTION event_of_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform event_note_payment_once('payment.created', new.id, null);
  else
    perform event_note_payment_once('payment.changed', new.id, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  if payment_is_of_price(new.kind) then perform event_note_stay_once(new.reservation_id); end if;
  return null;
end $function$;

CREATE FUNCTION event_of_nights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_days(property_id, range_agg(stay)) from changed group by property_id order by property_id;
  return null;
end $function$;

CREATE FUNCTION event_of_overbooking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_stay_once(coalesce(new.reservation_id, old.reservation_id));
  return null;
end $function$;

CREATE FUNCTION event_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before constant payment_status := case tg_op when 'UPDATE' then old.status end;
  previous constant jsonb := jsonb_build_object('status', before);
begin
  if new.status = 'paid' and not coalesce(payment_is_made(before), false) then
    perform event_note_payment('payment.succeeded', new, previous);
  elsif new.status = 'failed' and before is distinct from 'failed' then
    perform event_note_payment('payment.failed', new, previous);
  end if;
  if tg_op = 'UPDATE' and new.dispute_status is distinct from old.dispute_status then
    perform event_note_payment('payment.disputed', new, jsonb_build_object('dispute_status', old.dispute_status));
  end if;
  return null;
end $function$;

CREATE FUNCTION event_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_stay_once(r.id) from reservations r where r.guest_id = new.id;
  perform event_note_once('property.updated', p.id::text, p.id) from properties p where p.owner_id = new.id;
  return null;
end $function$;

CREATE FUNCTION event_of_photos()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note('property.updated', p.id::text, p.id)
  from properties p where p.id in (select property_id from changed);
  return null;
end $function$;

CREATE FUNCTION event_of_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_days(new.id, datemultirange(daterange(current_date - 1, null)));
  return null;
end $function$;

CREATE FUNCTION event_of_rating()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_once('property.updated', new.id::text, new.id, null, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  return null;
end $function$;

CREATE FUNCTION event_of_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_payment_once('payment.changed', new.payment_id, null);
  return null;
end $function$;

CREATE FUNCTION event_of_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare before constant refund_status := case tg_op when 'UPDATE' then old.status end;
begin
  if (new.status = 'succeeded') is distinct from coalesce(before = 'succeeded', false) then
    perform event_note_payment('payment.refunded', p, null) from payments p where p.id = new.payment_id;
  end if;
  return null;
end $function$;

CREATE FUNCTION event_of_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note('review.created', new.id::text, new.property_id, new.author_id, null, 'guest', new.author_id);
  return null;
end $function$;

CREATE FUNCTION event_of_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note_days(property_id, range_agg(daterange(start_date, end_date, '[]'))) from changed group by property_id order by property_id;
  return null;
end $function$;

CREATE FUNCTION event_of_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform event_note('reservation.changed', new.id::text, new.property_id, new.guest_id,
    event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  if new.property_id <> old.property_id then
    perform event_note('reservation.moved_away', new.id::text, old.property_id, new.guest_id);
  end if;
  return null;
end $function$;

CREATE FUNCTION event_of_stay_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stay reservations;
begin
  select * into stay from reservations r where r.id = new.reservation_id;
  -- The words are about the guest, and leave the event with their account.
  if tg_op = 'INSERT' then
    perform event_note('stay_message.created', new.id::text, stay.property_id, stay.guest_id, null,
      case when new.from_guest then 'guest' else 'owner' end::actor, new.sent_by);
  else
    perform event_note('stay_message.changed', new.id::text, stay.property_id, stay.guest_id,
      event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  return null;
end $function$;

CREATE FUNCTION event_of_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  task constant tasks := case tg_op when 'DELETE' then old else new end;
begin
  perform event_note(
    'task.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end, task.id::text, task.property_id, null,
    case tg_op when 'UPDATE' then event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[])
      when 'DELETE' then (select jsonb_object_agg(name, to_jsonb(old) -> name) from unnest(tg_argv[0]::text[]) name) end);
  return null;
end $function$;

CREATE FUNCTION event_of_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stay reservations;
  moved constant text := 'reservation.' || case new.to_status when 'pending' then 'held' else new.to_status::text end;
begin
  select * into stay from reservations where id = new.reservation_id;
  if new.from_status is null then
    perform event_note('reservation.created', stay.id::text, stay.property_id, stay.guest_id, null, new.actor, new.actor_id);
    if new.to_status = 'inquiry' then return null; end if;
  end if;
  perform event_note(moved, stay.id::text, stay.property_id, stay.guest_id,
    case when new.from_status is not null then jsonb_build_object('status', new.from_status) end, new.actor, new.actor_id);
  return null;
end $function$;

CREATE FUNCTION event_ranges(days datemultirange)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('start_date', lower(part.part), 'end_date', (upper(part.part) - 1)) ORDER BY part.part), '[]'::jsonb) AS "coalesce" FROM unnest(event_ranges.days) part(part));

CREATE FUNCTION events_add_days()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
  keeper constant name := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = 'events'::regclass);
  day date;
begin
  foreach day in array array[today, today + 1] loop
    continue when to_regclass(events_of_day(day)) is not null;
    execute format('create table %I partition of events for values from (%L) to (%L)', events_of_day(day),
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    if keeper <> current_user then
      execute format('alter table %I owner to %I', events_of_day(day), keeper);
    end if;
  end loop;
end $function$;

CREATE FUNCTION events_drop_day(keep_days integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  oldest text;
  last_position bigint;
begin
  select c.relname into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'events'::regclass and c.relname < events_of_day((now() at time zone 'UTC')::date - keep_days)
  order by c.relname limit 1;
  if oldest is null then return 0; end if;
  execute format('select max(position) from %I', oldest) into last_position;
  update event_feed set kept_from = greatest(kept_from, coalesce(last_position, 0) + 1);
  execute format('drop table %I', oldest);
  return 1;
end $function$;

CREATE FUNCTION events_of_day(day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ('events_'::text || to_char((day)::timestamp with time zone, 'YYYYMMDD'::text));

CREATE FUNCTION excluded_of(quote jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint from jsonb_array_elements(quote -> 'excluded') line
$function$;

CREATE FUNCTION failed_refunds()
 RETURNS TABLE(payment_id bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select f.payment_id from refunds f
  where f.status = 'failed'
    and not exists (
      select from refunds g where g.payment_intent_id = f.payment_intent_id and g.id > f.id and g.status <> 'failed')
$function$;

CREATE FUNCTION ground_metres(straight_metres double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((2 * 6378168))::double precision * asin(LEAST((1)::double precision, (straight_metres / ((2 * 6378168))::double precision))));

CREATE FUNCTION home_keeps_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from reservations r where r.property_id = new.id) then
    raise exception 'a home with stays keeps its owner' using errcode = '23514';
  end if;
  return new;
end $function$;

CREATE FUNCTION invoices_stay_as_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an issued document is never changed' using errcode = '23514';
end $function$;

CREATE FUNCTION is_collected_here(r reservations)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select is_here from collection_of_stay(r)
$function$;

CREATE FUNCTION is_enabled()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (to_regclass('payments_one_balance'::text) IS NULL);

CREATE FUNCTION is_reply_open(c comments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select c.hidden_at is null and coalesce(c.replied_at > now() - interval '48 hours', true)
$function$;

CREATE FUNCTION narrow_keys()
 RETURNS TABLE(name regclass, columns name[])
 LANGUAGE sql
 STABLE
AS $function$
  select c.oid::regclass, array_agg(a.attname order by a.attnum)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and a.atttypid = 'integer'::regtype and a.attname ~ '^(id|continues|.*_id|.*_by|.*_up_to)$'
  group by c.oid
$function$;

CREATE FUNCTION night_bits(ranges datemultirange, first date)
 RETURNS bit varying
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((SELECT (string_agg((repeat('0'::text, (lower(gaps.r) - gaps.before)) || repeat('1'::text, (upper(gaps.r) - lower(gaps.r)))), ''::text ORDER BY gaps.r))::bit varying AS string_agg FROM (SELECT r.r, COALESCE(lag(upper(r.r)) OVER (ORDER BY r.r), night_bits.first) AS before FROM unnest((night_bits.ranges * datemultirange(daterange(night_bits.first, NULL::date)))) r(r)) gaps), ''::bit varying);

CREATE FUNCTION nights_of(days datemultirange)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT (COALESCE(sum((upper(one.one) - lower(one.one))), (0)::bigint))::integer AS "coalesce" FROM unnest(nights_of.days) one(one));

CREATE FUNCTION nights_on(weekday_bits integer, weekday integer, nights integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((nights / 7) * (bit_count((weekday_bits)::bit(7)))::integer) + (bit_count(((weekday_bits & ((((1 << (nights % 7)) - 1) << weekday) | ((((1 << (nights % 7)) - 1) << weekday) >> 7))))::bit(7)))::integer);

CREATE FUNCTION normalize_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, value));

CREATE FUNCTION occupancy_guard_overbooked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from occupancy where property_id = new.property_id and overbooked and stay && new.stay
  ) then
    raise exclusion_violation using message = 'these nights are overbooked already',
      constraint = 'occupancy_stays_exclude_overbooked';
  end if;
  return null;
end $function$;

CREATE FUNCTION occupancy_settle_overbooked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update occupancy o set overbooked = false
  where o.property_id = old.property_id and o.overbooked and o.stay && old.stay
    and not exists (
      select from occupancy other
      where other.property_id = o.property_id and other.id <> o.id and other.stay && o.stay
        and (not other.overbooked or other.id < o.id));
  return null;
end $function$;

CREATE FUNCTION on_globe(latitude double precision, longitude double precision)
 RETURNS cube
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN cube(ARRAY[(((6378168)::double precision * cos(radians(latitude))) * cos(radians(longitude))), (((6378168)::double precision * cos(radians(latitude))) * sin(radians(longitude))), ((6378168)::double precision * sin(radians(latitude)))]);

CREATE FUNCTION open_of_price(r reservations)
 RETURNS TABLE(open_cents bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when r.status = 'pending' or stay_takes_place(r.status) then
      coalesce(sum(m.amount_cents) filter (where payment_is_due(m.status)), 0)
      + case when not coalesce(bool_or(m.kind = 'balance'), false) then coalesce(max(m.rest_cents) filter (
          where m.kind = 'booking' and not m.has_successor and (r.status = 'pending' or not payment_is_due(m.status))), 0)
        else 0 end
    else 0 end::bigint
  from payments m
  where m.reservation_id = r.id and m.kind in ('booking', 'balance', 'change')
$function$;

CREATE FUNCTION payee_of_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select p.owner_id into new.payee_id
  from reservations r join properties p on p.id = r.property_id
  where r.id = new.reservation_id and (tg_nargs = 0 or r.status = 'pending' or stay_takes_place(r.status));
  return new;
end $function$;

CREATE FUNCTION payment_is_due(status payment_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['unpaid'::payment_status, 'processing'::payment_status, 'failed'::payment_status]));

CREATE FUNCTION payment_is_for(payee_id bigint, owner_id bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((payee_id >= COALESCE(owner_id, (0)::bigint)) AND (payee_id <= COALESCE(owner_id, '9223372036854775807'::bigint)));

CREATE FUNCTION payment_is_idle(status payment_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['unpaid'::payment_status, 'failed'::payment_status]));

CREATE FUNCTION payment_is_made(status payment_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['paid'::payment_status, 'partially_refunded'::payment_status, 'refunded'::payment_status]));

CREATE FUNCTION payment_is_of_price(kind payment_kind)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((kind)::text = ANY (ARRAY['booking'::text, 'balance'::text, 'change'::text]));

CREATE FUNCTION payment_of_stay(r reservations, booking payment_status)
 RETURNS TABLE(open_cents bigint, payment_status text, collected_by text, collector_assumed boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when c.is_here then price.open_cents end,
    case
      when not c.is_here then case when c.collector is distinct from 'property' then 'collected_by_channel' end
      when booking in ('unpaid', 'failed') and r.source = 'channel' and exists (
        select from payments m join properties h on h.id = r.property_id
        where m.reservation_id = r.id and m.kind = 'booking' and payment_is_due(m.status) and m.due_on > (now() at time zone h.timezone)::date)
        then 'scheduled'
      when booking = 'paid' and price.open_cents > 0 then 'deposit_paid'
      when booking in ('refunded', 'partially_refunded', 'cancelled') and stay_takes_place(r.status) then (
        select case
          when money.kept_cents + price.open_cents < r.total_cents then booking::text
          when price.open_cents = 0 then 'paid'
          when money.kept_cents > 0 then 'deposit_paid'
          else 'unpaid' end
        from (
          select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents
          from payments m
          join receipts a on a.payment_id = m.id and a.status = 'applied'
          where m.reservation_id = r.id and m.kind <> 'supplement'
        ) money)
      else booking::text end,
    c.collector, r.collected_by is null and c.collector is not null
  from open_of_price(r) price, collection_of_stay(r) c
$function$;

CREATE FUNCTION phone_number(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substring(regexp_replace(phone, '[\s().\-/]', '', 'g') from '^\+?\d{6,15}$')
$function$;

CREATE FUNCTION plain_channel(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN regexp_replace(lower(name), '[\s[:punct:]]'::text, ''::text, 'g'::text);

CREATE FUNCTION policies_keep_published_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'draft' and (new.title, new.content, new.type, new.locale, new.version) is distinct from
      (old.title, old.content, old.type, old.locale, old.version) then
    raise exception 'the text of a published policy is immutable' using errcode = '23514';
  end if;
  return new;
end $function$;

CREATE FUNCTION price_of_night(day_cents bigint, weekend_cents bigint, base_cents bigint, weekend_bits integer, weekday_bit integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(day_cents, CASE WHEN (((weekend_bits >> weekday_bit) & 1) = 1) THEN weekend_cents ELSE NULL::bigint END, base_cents);

CREATE FUNCTION reduction_of(price_cents bigint, hundredths bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((price_cents * hundredths) + 5000) / 10000);

CREATE FUNCTION reduction_of_rank(rank bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (10000 - (rank % (10001)::bigint));

CREATE FUNCTION refresh_grace()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
RETURN '00:00:30'::interval;

CREATE FUNCTION refuse_until_enabled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_enabled() then
    raise exception 'nodes of 0.1 could not read this: npm run admin -- enable 0.2' using errcode = 'SJ001';
  end if;
  return new;
end $function$;

CREATE FUNCTION refuse_until_reconciled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from database_losses where reconciled_at is null) then
    raise exception 'the payment provider has not been asked yet what was lost' using errcode = '57P03';
  end if;
  return case when tg_level = 'ROW' then new end;
end $function$;

CREATE FUNCTION renew_functions()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  statement text;
begin
  for statement in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $function$;

CREATE FUNCTION reply_editable_until(c comments)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when is_reply_open(c) then c.replied_at + interval '48 hours' end
$function$;

CREATE FUNCTION search_contact_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_stays(array(select id from reservations where contact_id = new.id));
  return null;
end $function$;

CREATE FUNCTION search_days_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_days(array(select distinct property_id from changed));
  return null;
end $function$;

CREATE FUNCTION search_guest_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_stays(array(select id from reservations where guest_id = new.id));
  return null;
end $function$;

CREATE FUNCTION search_homes_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_homes(array(select id from changed));
  return null;
end $function$;

CREATE FUNCTION search_keep_days(homes uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set changed_from = coalesce((select min(day) from calendar_days where property_id = h.id), 'infinity'),
    changed_to = coalesce((select max(day) from calendar_days where property_id = h.id), '-infinity')
  where id = any (homes);
end $function$;

CREATE FUNCTION search_keep_homes(homes uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into search_homes (id, base_price_cents, weekend_price_cents, cleaning_fee_cents, extra_guest_fee_cents, latitude,
    longitude, created_at, amenities, max_guests, included_guests, min_stay, max_stay, lead_time_days, booking_window_days,
    bedrooms, bathrooms, weekend_bits, rating, published, instant_book, property_type, room_type, country_id, city_id,
    neighborhood_id, timezone, text, has_own_tax)
  select p.id, base_price_cents, coalesce(weekend_price_cents, base_price_cents), cleaning_fee_cents, extra_guest_fee_cents,
    public_latitude, public_longitude, created_at, amenity_bits(amenities), max_guests, included_guests, min_stay, max_stay,
    lead_time_days, booking_window_days, bedrooms, bathrooms, weekend_bits, coalesce(rating_average * 100, -1),
    status = 'published', instant_book, property_type, room_type, p.country_id, p.city_id, coalesce(neighborhood_id, ''),
    p.timezone, normalize_text(concat_ws(' ', p.title, n.name, c.name, s.name_fr, s.name_en)),
    p.tax_per_adult_night_cents is not null or p.tax_percent_hundredths is not null
  from properties p
  left join neighborhoods n on n.id = p.neighborhood_id
  join cities c on c.id = p.city_id
  join countries s on s.id = p.country_id
  where p.id = any (homes)
  order by p.city_id, p.id
  on conflict (id) do update set base_price_cents = excluded.base_price_cents, weekend_price_cents = excluded.weekend_price_cents,
    cleaning_fee_cents = excluded.cleaning_fee_cents, extra_guest_fee_cents = excluded.extra_guest_fee_cents,
    latitude = excluded.latitude, longitude = excluded.longitude, created_at = excluded.created_at,
    amenities = excluded.amenities, max_guests = excluded.max_guests, included_guests = excluded.included_guests,
    min_stay = excluded.min_stay, max_stay = excluded.max_stay, lead_time_days = excluded.lead_time_days,
    booking_window_days = excluded.booking_window_days, bedrooms = excluded.bedrooms, bathrooms = excluded.bathrooms,
    weekend_bits = excluded.weekend_bits, rating = excluded.rating, published = excluded.published,
    instant_book = excluded.instant_book, property_type = excluded.property_type, room_type = excluded.room_type,
    country_id = excluded.country_id, city_id = excluded.city_id, neighborhood_id = excluded.neighborhood_id,
    timezone = excluded.timezone,
    text = excluded.text, has_own_tax = excluded.has_own_tax;
end $function$;

CREATE FUNCTION search_keep_nights(homes uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set busy_from = current_date - 1,
    busy = night_bits(coalesce((
      select range_agg(stay) from occupancy where property_id = h.id and upper(stay) >= current_date), '{}'), current_date - 1)
  where id = any (homes);
end $function$;

CREATE FUNCTION search_keep_seasons(homes uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set season_from = coalesce((select min(start_date) from seasons where property_id = h.id and status = 'active'), 'infinity'),
    season_to = coalesce((select max(end_date) from seasons where property_id = h.id and status = 'active'), '-infinity')
  where id = any (homes);
end $function$;

CREATE FUNCTION search_keep_stays(stays bigint[])
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
AS $function$
  insert into stay_search (reservation_id, owner_id, words, code, reach)
  select r.id, p.owner_id, coalesce(u.plain_name, c.plain_name), lower(r.ota_reservation_code),
    concat_ws(E'\n', lower(u.email), lower(c.email), '', u.phone_number, translate(c.phone, '+ ().-/', ''))
  from reservations r
  join properties p on p.id = r.property_id
  left join users u on u.id = r.guest_id
  left join contacts c on c.id = r.contact_id
  where r.id = any (stays)
  order by r.id
  on conflict (reservation_id) do update
  set owner_id = excluded.owner_id, words = excluded.words, code = excluded.code, reach = excluded.reach
  where (stay_search.owner_id, stay_search.words, stay_search.code, stay_search.reach)
    is distinct from (excluded.owner_id, excluded.words, excluded.code, excluded.reach);
$function$;

CREATE FUNCTION search_nights_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_nights(array(select distinct property_id from changed));
  return null;
end $function$;

CREATE FUNCTION search_payees_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payments set payee_id = null where reservation_id = new.id and payment_is_due(status);
  return null;
end $function$;

CREATE FUNCTION search_seasons_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_seasons(array(select distinct property_id from changed));
  return null;
end $function$;

CREATE FUNCTION search_stay_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_stays(array[new.id]);
  return null;
end $function$;

CREATE FUNCTION search_stays_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_keep_stays(array(select id from added));
  return null;
end $function$;

CREATE FUNCTION season_rank(start_date date, end_date date, hundredths integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((end_date - start_date) * (10001)::bigint) + 10000) - hundredths);

CREATE FUNCTION server_started_at()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return pg_postmaster_start_time();
exception when insufficient_privilege or undefined_function or feature_not_supported then return timestamptz 'epoch';
end $function$;

CREATE FUNCTION set_key_type(wanted regclass, keys name[], type regtype)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  kept record;
  statements text[] := '{}';
  statement text;
begin
  execute format('lock table %s', wanted);
  for kept in
    select t.tgname, pg_get_triggerdef(t.oid) as definition, obj_description(t.oid, 'pg_trigger') as comment,
      case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always' when 'R' then 'enable replica' end as enabled
    from pg_trigger t
    where t.tgrelid = wanted and not t.tgisinternal and exists (
      select from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_trigger'::regclass and d.objid = t.oid and d.refobjid = wanted and a.attname = any (keys))
  loop
    statements := statements || kept.definition;
    if kept.enabled is not null then
      statements := statements || format('alter table %s %s trigger %I', wanted, kept.enabled, kept.tgname);
    end if;
    if kept.comment is not null then
      statements := statements || format('comment on trigger %I on %s is %L', kept.tgname, wanted, kept.comment);
    end if;
    execute format('drop trigger %I on %s', kept.tgname, wanted);
  end loop;
  execute format('alter table %s %s', wanted, (select string_agg(format('alter %I type %s', key, type), ', ') from unnest(keys) key));
  foreach statement in array statements loop
    execute statement;
  end loop;
end $function$;

CREATE FUNCTION shown_payment_status(r reservations, booking payment_status, open_cents bigint)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select payment_status from payment_of_stay(r, booking)
$function$;

CREATE FUNCTION stay_collector(r reservations)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select collector from collection_of_stay(r)
$function$;

CREATE FUNCTION stay_goes_on(status reservation_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['confirmed'::reservation_status, 'checked_in'::reservation_status]));

CREATE FUNCTION stay_is_open(status reservation_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['pending'::reservation_status, 'confirmed'::reservation_status, 'checked_in'::reservation_status]));

CREATE FUNCTION stay_keeps_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(distinct p.owner_id) from properties p where p.id in (old.property_id, new.property_id)) > 1 then
    raise exception 'a stay moves between homes of one owner' using errcode = '23514';
  end if;
  return new;
end $function$;

CREATE FUNCTION stay_owes_here(r reservations)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(stay_collector(r) = 'property', false)
    and exists (select from enabled_releases e where e.release = '0.3' and r.check_in > e.enabled_on)
$function$;

CREATE FUNCTION stay_takes_place(status reservation_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['confirmed'::reservation_status, 'checked_in'::reservation_status, 'completed'::reservation_status]));

CREATE FUNCTION stay_waits_since(thread stay_threads)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select min(h.created_at)
  from stay_messages h
  where h.reservation_id = thread.reservation_id and h.from_guest and h.id > thread.answered_up_to
    and not exists (
      select from stay_messages a
      where a.reservation_id = h.reservation_id and a.id > h.id and not a.from_guest and not a.is_automatic
        and a.source <> 'note' and a.state in ('sending', 'sent'))
$function$;

CREATE FUNCTION straight_metres(ground_metres double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((2 * 6378168))::double precision * sin(LEAST((ground_metres / ((2 * 6378168))::double precision), (pi() / (2)::double precision))));

CREATE FUNCTION sums_of_price(r reservations, OUT price_cents bigint, OUT open_cents bigint, OUT kept_cents bigint, OUT above_cents bigint, OUT received_cents bigint)
 RETURNS record
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select price.cents, o.open_cents, money.kept_cents,
    case when o.open_cents > 0 then greatest(0, o.open_cents + money.kept_cents - price.cents) else 0 end,
    money.received_cents
  from open_of_price(r) o
  cross join lateral (
    select case
      when r.status <> 'pending' and not stay_takes_place(r.status) then 0
      when stay_collector(r) is not null and not stay_owes_here(r) then 0
      else r.total_cents + excluded_of(r.quote) end as cents) price
  cross join lateral (
    select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents, coalesce(sum(a.amount_cents), 0)::bigint as received_cents
    from payments m join receipts a on a.payment_id = m.id and a.status = 'applied'
    where m.reservation_id = r.id and payment_is_of_price(m.kind)) money
$function$;

CREATE FUNCTION task_may_have(home uuid, person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from properties p
    where p.id = home and (p.owner_id = person or exists (
      select from team_grants g
      where g.owner_id = p.owner_id and g.user_id = person and (g.property_ids is null or p.id = any (g.property_ids)))))
$function$;

CREATE FUNCTION template_moment(template message_templates, stay reservations, timezone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case template.trigger
  -- The guest of a continuation was told of the stay before.
  when 'confirmed' then case when stay.continues is null then confirmed_at(stay) end
  when 'arrival' then greatest(confirmed_at(stay), (stay.check_in + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'departure' then greatest(confirmed_at(stay), (stay.check_out + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'balance_paid' then (
    select max(x.received_at) from payments p join receipts x on x.payment_id = p.id and x.status = 'applied'
    where p.reservation_id = stay.id and p.kind = 'balance' and p.status = 'paid')
  when 'review_due' then (
    select min(e.at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'completed')
end
$function$;

CREATE FUNCTION tourist_tax_beside(quote jsonb, part text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint
  from jsonb_array_elements(quote -> part) line where line ->> 'code' = 'tourist_tax'
$function$;

CREATE FUNCTION tourist_tax_in(quote jsonb)
 RETURNS TABLE(cents bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (COALESCE(sum((line.line)::bigint), (0)::numeric))::bigint AS "coalesce"
    FROM jsonb_path_query(tourist_tax_in.quote, '$."lines"[*]?(@."code" == "tourist_tax")."amount_cents"'::jsonpath) line(line);
END;

CREATE FUNCTION tourist_tax_of(quote jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$select cents from tourist_tax_in(quote)$function$;

CREATE FUNCTION username_shape(username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NORMALIZE(lower(NORMALIZE(regexp_replace(username, '[­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯ㅤ︀-️﻿ﾠ￰-￸𛲠-𛲣𝅳-𝅺󠀀-󠿿]'::text, ''::text, 'g'::text), NFKC)), NFKC);

CREATE FUNCTION uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$function$;

CREATE FUNCTION who_wrote(person bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', u.id, 'first_name', nullif(u.first_name, '')) from users u where u.id = person
$function$;
