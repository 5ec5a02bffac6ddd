// Written by `npm run sql:types`; do not edit.
import { query } from './query.ts'

export const queries = {
  auth: {
    /** The owner of an address takes over the account that somebody opened with it and never verified: its password and */
    claimUnverified: query<{ user_id: number }, { token_version: number }>('auth/claim-unverified'),
    /** Counts a try of a verification code, five at the most, and gives the code to compare with. */
    countCodeAttempt: query<{ email: string }, { user_id: number; code_hash: Uint8Array; token_hash: Uint8Array }>('auth/count-code-attempt'),
    /** The account of an e-mail address. */
    findByEmail: query<{ email: string }, { id: number; role: 'user' | 'owner' | 'support' | 'admin'; token_version: number; verified: boolean }>('auth/find-by-email'),
    /** The account that an external identity signs in to. */
    findByIdentity: query<{ provider: 'google' | 'facebook'; subject: string }, { id: number; role: 'user' | 'owner' | 'support' | 'admin'; token_version: number }>('auth/find-by-identity'),
    /** The account behind an e-mail address, a phone number or a username; an e-mail goes first, a username last. */
    findByLogin: query<{ login: string; phone: string }, { id: number; role: 'user' | 'owner' | 'support' | 'admin'; token_version: number; password_hash: string | null; verified: boolean }>('auth/find-by-login'),
    /** The account of an address that still awaits its verification. */
    findUnverified: query<{ email: string }, { id: number; email: string; first_name: string; locale: 'fr' | 'en' }>('auth/find-unverified'),
    /** The account of a token, unless the token was revoked, is of an older version, or the account is gone. */
    identify: query<{ user_id: number; token_version: number; jti: string }, { id: number; username: string; avatar: string | null; role: 'user' | 'owner' | 'support' | 'admin'; locale: 'fr' | 'en'; token_version: number; verified: boolean }>('auth/identify'),
    /** Lets an external identity sign in to an account. */
    linkIdentity: query<{ provider: 'google' | 'facebook'; subject: string; user_id: number }, Record<never, never>>('auth/link-identity'),
    /** Sign-ins with one address queue up here, so that two at once open one account. */
    lockEmail: query<{ email: string }, { locked: boolean }>('auth/lock-email'),
    /** A new account, not yet verified. */
    register: query<{ username: string; first_name: string; last_name: string; job?: string | null | undefined; location?: string | null | undefined; country_id: string; phone?: string | null | undefined; email: string; password_hash: string; locale: 'fr' | 'en'; avatar?: string | null | undefined }, { id: number; username: string; email: string; token_version: number }>('auth/register'),
    /** An account that an external identity opens: verified, and without a password. */
    registerExternal: query<{ username: string; first_name: string; last_name: string; email: string; locale: 'fr' | 'en' }, { id: number; role: 'user' | 'owner' | 'support' | 'admin'; token_version: number }>('auth/register-external'),
    /** Revokes a token; no row when it was already revoked, so that of two calls only one goes on. */
    revokeToken: query<{ jti: string; user_id: number; issued_at: number; life_seconds: number }, { jti: string }>('auth/revoke-token'),
    /** A fresh link and code for an account, or for the address it wants to move to; the ones before are void. */
    startVerification: query<{ user_id: number; email?: string | null | undefined; token_hash: Uint8Array; code_hash: Uint8Array }, Record<never, never>>('auth/start-verification'),
    /** Marks the address of a link as its account's own, and uses the link up. */
    verifyByToken: query<{ token_hash: Uint8Array }, { id: number }>('auth/verify-by-token'),
  },
  calendars: {
    /** The feed that has waited longest. It is due again in half an hour, so that no other node takes it, and nothing is lost */
    claimFeed: query<Record<never, never>, { id: number; property_id: string; name: string; url: string; owner_id: number; home: string; timezone: string }>('calendars/claim-feed'),
    /** Deletes one closure; its nights go with it. */
    deleteClosure: query<{ closure_id: number; property_id: string }, { id: number }>('calendars/delete-closure'),
    /** Deletes a feed; its closures and their nights go with it. */
    deleteFeed: query<{ feed_id: number; property_id: string }, { id: number }>('calendars/delete-feed'),
    /** Deletes every closure that touches the given days, whole. */
    deleteOverlapping: query<{ property_id: string; start_date: string; end_date: string }, { id: number; start_date: string; end_date: string; reason: string | null; feed_id: number | null; uid: string | null }>('calendars/delete-overlapping'),
    /** Notes why a feed could not be read; each failure doubles the wait, up to a day. */
    failImport: query<{ error: string; feed_id: number }, { failures: number }>('calendars/fail-import'),
    /** The home whose calendar a token opens, and its owner's language. */
    findByToken: query<{ property_id: string; token: string }, { title: string; locale: 'fr' | 'en' }>('calendars/find-by-token'),
    /** A home whose calendar may be seen: a published one, or the caller's own. */
    findHome: query<{ user_id?: number | null | undefined; property_id: string }, { id: string; currency: string; today: string; is_own: boolean }>('calendars/find-home'),
    /** A reservation, of whatever status, that touches the given days: it stands against a closure (specification, "Calendar rule"). */
    findReservation: query<{ property_id: string; start_date: string; end_date: string }, { id: number }>('calendars/find-reservation'),
    /** The secret of a home's calendar address. */
    findToken: query<{ property_id: string }, { calendar_token: string }>('calendars/find-token'),
    /** Notes that a feed was read; nothing when it was deleted meanwhile. */
    finishImport: query<{ feed_id: number }, { id: number }>('calendars/finish-import'),
    /** Days of a range that say nothing any more. */
    forgetPlainDays: query<{ property_id: string; start_date: string; end_date: string }, Record<never, never>>('calendars/forget-plain-days'),
    /** Closes days, both inclusive, and takes their nights. */
    insertClosure: query<{ property_id: string; start_date: string; end_date: string; reason?: string | null | undefined; feed_id?: number | null | undefined; uid?: string | null | undefined }, { id: number; start_date: string; end_date: string; reason: string | null }>('calendars/insert-closure'),
    /** A new feed, due at once; nothing when the home has it already. */
    insertFeed: query<{ property_id: string; name: string; url: string }, { id: number }>('calendars/insert-feed'),
    /** The calendar of a home, a row a day: what a night costs, what it allows, and whether it is free. The season is the one */
    listDays: query<{ property_id: string; from_day: string; to_day: string }, { day: string; status: string; price_cents: number; discounted_cents: number; season_id: number | null; min_stay: number; max_stay: number; closed_to_arrival: boolean; closed_to_departure: boolean; cleaning_fee_cents: number; extra_guest_fee_cents: number; reason: string | null; reservation_id: number | null }>('calendars/list-days'),
    /** The feeds of a home, and how many closures each has made. */
    listFeeds: query<{ property_id: string }, { id: number; name: string; url: string; next_fetch_at: string; imported_at: string | null; failures: number; error: string | null; closures: number }>('calendars/list-feeds'),
    /** What takes a home's nights from yesterday on, but for what came from one feed. */
    listTaken: query<{ property_id: string; except_feed?: number | null | undefined }, { reservation_id: number | null; closure_id: number | null; start_date: string; end_date: string; taken_at: string }>('calendars/list-taken'),
    /** Makes a feed's closures what the feed says, where no stay is; only what differs is written. `taken` is a list of */
    replaceFeedClosures: query<{ taken: unknown; property_id: string; feed_id: number; reason: string }, Record<never, never>>('calendars/replace-feed-closures'),
    /** Makes a feed due now, unless it was read within the last minute. */
    requestImport: query<{ feed_id: number; property_id: string }, { due: boolean }>('calendars/request-import'),
    /** A new calendar address; whoever has the old one sees nothing more. */
    rotateToken: query<{ property_id: string }, Record<never, never>>('calendars/rotate-token'),
    /** Writes `changes` for every day of a range: what it does not name stays, null gives a field back to the home. Gives a day */
    setPrices: query<{ property_id: string; start_date: string; end_date: string; changes: unknown }, { day: string }>('calendars/set-prices'),
  },
  demo: {
    /** Today in UTC. */
    findToday: query<Record<never, never>, { today: string }>('demo/find-today'),
    /** A demo account, verified from the start. */
    insertAccount: query<{ username: string; first_name: string; last_name: string; phone: string; email: string; password_hash: string; role: 'user' | 'owner' | 'support' | 'admin' }, { id: number }>('demo/insert-account'),
    /** A price of its own for some days of a demo home. */
    insertDays: query<{ property_id: string; price_cents: number; min_stay: number; from_day: string; to_day: string }, Record<never, never>>('demo/insert-days'),
    /** A confirmed stay in a demo home. */
    insertReservation: query<{ property_id: string; guest_id: number; check_in: string; check_out: string; adults: number; quote: unknown; total_cents: number; due_now_cents: number; currency: string }, Record<never, never>>('demo/insert-reservation'),
    /** A seasonal reduction of a demo home. */
    insertSeason: query<{ property_id: string; label: string; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number; policy: 'booking' | 'nights' }, Record<never, never>>('demo/insert-season'),
  },
  favorites: {
    /** Puts a published home on a user's favourites. */
    add: query<{ user_id: number; property_id: string }, { property_id: string }>('favorites/add'),
    /** Takes a home off a user's favourites; no row when it was not among them. */
    remove: query<{ user_id: number; property_id: string }, { property_id: string }>('favorites/remove'),
  },
  idempotency: {
    /** Claims a key for a first request; no row when it was used before. A claim without an answer is void after a minute. */
    claim: query<{ user_id: number; scope: string; key: string; request_hash: Uint8Array }, { key: string }>('idempotency/claim'),
    /** What a key was used for, and what was answered. */
    find: query<{ user_id: number; scope: string; key: string }, { request_hash: Uint8Array; status: number | null; body: string | null }>('idempotency/find'),
    /** Keeps the first answer, to give it again. */
    keepAnswer: query<{ status: number; body: string; user_id: number; scope: string; key: string }, Record<never, never>>('idempotency/keep-answer'),
    /** Frees a key whose request failed on our side, so that it can be tried again. */
    release: query<{ user_id: number; scope: string; key: string }, Record<never, never>>('idempotency/release'),
  },
  notifications: {
    /** Deletes one of a user's notifications. */
    delete: query<{ id: number; user_id: number }, { id: number }>('notifications/delete'),
    /** Records what a user is told; no row when the same thing was recorded before. */
    insert: query<{ user_id: number; type: 'new_message' | 'reservation_confirmed' | 'reservation_cancelled' | 'payment_received' | 'payment_failed' | 'refund_pending' | 'refund_approved' | 'review_received' | 'reservation_inquiry'; title: string; message: string; data: unknown; dedupe_key: string }, { id: number; type: 'new_message' | 'reservation_confirmed' | 'reservation_cancelled' | 'payment_received' | 'payment_failed' | 'refund_pending' | 'refund_approved' | 'review_received' | 'reservation_inquiry'; title: string; message: string; data: unknown; created_at: string }>('notifications/insert'),
    /** A user's notifications, newest first. */
    list: query<{ user_id: number; limit: number; offset: number }, { id: number; type: 'new_message' | 'reservation_confirmed' | 'reservation_cancelled' | 'payment_received' | 'payment_failed' | 'refund_pending' | 'refund_approved' | 'review_received' | 'reservation_inquiry'; title: string; message: string; data: unknown; read_at: string | null; created_at: string; total: number }>('notifications/list'),
    /** Marks all of a user's notifications as read. */
    markAllRead: query<{ user_id: number }, { id: number }>('notifications/mark-all-read'),
    /** Marks one of a user's notifications as read; the first time stands. */
    markRead: query<{ id: number; user_id: number }, { id: number; type: 'new_message' | 'reservation_confirmed' | 'reservation_cancelled' | 'payment_received' | 'payment_failed' | 'refund_pending' | 'refund_approved' | 'review_received' | 'reservation_inquiry'; title: string; message: string; data: unknown; read_at: string | null; created_at: string }>('notifications/mark-read'),
    /** Changes the given settings and keeps the others. */
    saveSettings: query<{ user_id: number; email_notifications?: boolean | null | undefined; push_notifications?: boolean | null | undefined; marketing_emails?: boolean | null | undefined }, { email_notifications: boolean; push_notifications: boolean; marketing_emails: boolean }>('notifications/save-settings'),
    /** What a user wants to be told; all defaults until he says otherwise. */
    settings: query<{ user_id: number }, { email_notifications: boolean; push_notifications: boolean; marketing_emails: boolean }>('notifications/settings'),
  },
  operations: {
    /** Housekeeping: revocations, codes, quotes, keys and payloads that no longer mean anything. */
    forgetExpired: query<Record<never, never>, Record<never, never>>('operations/forget-expired'),
    /** Whether the database answers. */
    ping: query<Record<never, never>, { ok: boolean }>('operations/ping'),
  },
  passwordResets: {
    /** Counts a try of a code, five at the most, and gives the code to compare with. */
    countAttempt: query<{ email: string }, { user_id: number; code_hash: Uint8Array }>('password-resets/count-attempt'),
    /** Uses the code up and lets a token take its place; no row when somebody else was faster. */
    exchangeCode: query<{ token_hash: Uint8Array; user_id: number; code_hash: Uint8Array }, { user_id: number }>('password-resets/exchange-code'),
    /** The account of an address that may have its password reset. */
    findAccount: query<{ email: string }, { id: number; email: string; first_name: string; locale: 'fr' | 'en' }>('password-resets/find-account'),
    /** Uses the token up and sets the new password; every older token of the account is void, and its address is proven. */
    finish: query<{ email: string; token_hash: Uint8Array; password_hash: string }, { id: number; email: string; first_name: string; locale: 'fr' | 'en' }>('password-resets/finish'),
    /** A fresh code, for a quarter of an hour; what was before is void. */
    start: query<{ user_id: number; code_hash: Uint8Array }, Record<never, never>>('password-resets/start'),
  },
  payments: {
    /** What the provider says has been given back of a payment, in all. */
    applyRefunded: query<{ refunded_cents: number; payment_id: number }, { id: number; reservation_id: number; currency: string }>('payments/apply-refunded'),
    /** The payment of a payment intent. */
    findByIntent: query<{ payment_intent_id: string }, { id: number; reservation_id: number }>('payments/find-by-intent'),
    /** The payment of a checkout session, and where to queue for its home. */
    findBySession: query<{ session_id: string }, { id: number; reservation_id: number; property_id: string }>('payments/find-by-session'),
    /** What a checkout shows: the home and its dates, the amount, and who pays. */
    findForCheckout: query<{ payment_id: number }, { id: number; reservation_id: number; amount_cents: number; currency: string; check_in: string; check_out: string; home: string; email: string }>('payments/find-for-checkout'),
    /** What was paid for a reservation and not given back. */
    findPaid: query<{ reservation_id: number }, { id: number; left_cents: number }>('payments/find-paid'),
    /** A refund and the payment intent it goes back to. */
    findRefund: query<{ refund_id: number }, { id: number; status: 'pending' | 'succeeded' | 'failed'; amount_cents: number; provider_refund_id: string | null; payment_intent_id: string | null; payment_id: number }>('payments/find-refund'),
    /** The payment of a reservation, still to be made. */
    insert: query<{ reservation_id: number; amount_cents: number; currency: string }, { id: number; reservation_id: number; amount_cents: number; currency: string }>('payments/insert'),
    /** The provider's number of a refund. */
    keepRefund: query<{ provider_refund_id: string; refund_id: number }, Record<never, never>>('payments/keep-refund'),
    /** Checkout sessions of a reservation that nobody has paid. */
    listOpenSessions: query<{ reservation_id: number }, { session_id: string }>('payments/list-open-sessions'),
    /** A payment and its reservation as they stand, locked until the end of the transaction. */
    lock: query<{ payment_id: number }, { id: number; status: 'unpaid' | 'processing' | 'paid' | 'failed' | 'partially_refunded' | 'refunded'; amount_cents: number; refunded_cents: number; currency: string; reservation_id: number; payment_intent_id: string | null; reservation_status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show' }>('payments/lock'),
    /** Notes a failed attempt, unless the payment has been made meanwhile. */
    markFailed: query<{ payment_id: number }, { id: number; reservation_id: number; amount_cents: number; currency: string }>('payments/mark-failed'),
    /** Notes that a payment has arrived; a refund that was already noted stands. */
    markPaid: query<{ payment_intent_id?: string | null | undefined; payment_id: number }, { id: number }>('payments/mark-paid'),
    /** Puts an event into the inbox; no row when it is there already. */
    receiveEvent: query<{ provider: string; event_id: string; type: string; payload: unknown }, { event_id: string }>('payments/receive-event'),
    /** The checkout session of a payment. */
    setSession: query<{ session_id: string; checkout_url: string; payment_id: number }, { id: number }>('payments/set-session'),
    /** Sets an amount aside for a refund; no row when more would go back than was paid. */
    startRefund: query<{ amount_cents: number; payment_id: number; reason?: string | null | undefined }, { id: number }>('payments/start-refund'),
    /** What a verification answers of a payment. */
    verification: query<{ session_id: string }, { status: 'unpaid' | 'processing' | 'paid' | 'failed' | 'partially_refunded' | 'refunded'; reservation_id: number; amount_cents: number; currency: string }>('payments/verification'),
  },
  places: {
    /** Whether the reference data is there. */
    countCountries: query<Record<never, never>, { total: number }>('places/count-countries'),
    /** One city by its GeoNames id. */
    findCity: query<{ city_id: string }, { id: string; country_id: string; name: string; latitude: number; longitude: number; timezone: string }>('places/find-city'),
    /** The largest city of a country with this name. */
    findCityByName: query<{ country_id: string; name: string }, { id: string; latitude: number; longitude: number }>('places/find-city-by-name'),
    /** One country by its ISO 3166-1 code. */
    findCountry: query<{ country_id: string }, { id: string }>('places/find-country'),
    /** Cities of a country, largest first, optionally by a part of their name. */
    listCities: query<{ country_id: string; q?: string | null | undefined; limit: number; offset: number }, { id: string; country_id: string; name: string; population: number; latitude: number; longitude: number; timezone: string; total: number }>('places/list-cities'),
    /** All countries, by their name in the reader's language. */
    listCountries: query<{ locale: string }, { id: string; iso3: string; name: string; name_fr: string; name_en: string; phone_code: string | null; currency: string | null; continent: string | null }>('places/list-countries'),
    /** Neighborhoods of a city, by name. */
    listNeighborhoods: query<{ city_id: string }, { id: string; city_id: string; name: string; population: number; latitude: number; longitude: number }>('places/list-neighborhoods'),
    /** Cities from GeoNames, one array element each. */
    loadCities: query<{ ids: (string)[]; country_ids: (string)[]; names: (string)[]; admin_codes: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[]; timezones: (string)[] }, Record<never, never>>('places/load-cities'),
    /** Countries from ISO 3166-1, one array element each. */
    loadCountries: query<{ ids: (string)[]; iso3s: (string)[]; names_fr: (string)[]; names_en: (string)[]; phone_codes?: (string)[] | null | undefined; currencies?: (string)[] | null | undefined; continents: (string)[] }, Record<never, never>>('places/load-countries'),
    /** Neighborhoods (sections of populated places) from GeoNames, one array element each. */
    loadNeighborhoods: query<{ ids: (string)[]; city_ids: (string)[]; names: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[] }, Record<never, never>>('places/load-neighborhoods'),
    /** The taxe de sejour of a city: an amount per adult and night, or a percent (in hundredths) with a cap. */
    setTouristTax: query<{ per_adult_night_cents?: number | null | undefined; percent_hundredths?: number | null | undefined; cap_cents?: number | null | undefined; city_id: string }, Record<never, never>>('places/set-tourist-tax'),
  },
  policies: {
    /** Notes that a user agrees; the first time stands. */
    accept: query<{ user_id: number; ip: string; user_agent?: string | null | undefined; policy_id: number }, { policy_id: number }>('policies/accept'),
    /** Takes a policy out of force. */
    archive: query<{ policy_id: number }, { id: number }>('policies/archive'),
    /** The text that was in force makes room for the next. */
    archivePublished: query<{ type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; locale: 'fr' | 'en'; except_id?: number | null | undefined }, Record<never, never>>('policies/archive-published'),
    /** Deletes a draft, which nobody can have accepted. */
    deleteDraft: query<{ policy_id: number }, { id: number }>('policies/delete-draft'),
    /** One policy; a draft for administrators only. */
    find: query<{ policy_id: number; is_admin: boolean }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string }>('policies/find'),
    /** When a user agreed to a text, and to which. */
    findAcceptance: query<{ user_id: number; policy_id: number }, { policy_id: number; version: number; content_hash: string; accepted_at: string }>('policies/find-acceptance'),
    /** The text of a kind that is in force, in the reader's language if there is one. */
    findCurrent: query<{ type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; locale: 'fr' | 'en' }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string }>('policies/find-current'),
    /** The next version of a text. */
    insert: query<{ type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; locale: 'fr' | 'en'; title: string; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at?: string | null | undefined }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string }>('policies/insert'),
    /** Policies, newest version first; drafts for administrators only. */
    list: query<{ type?: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement' | null | undefined; locale?: 'fr' | 'en' | null | undefined; status?: 'draft' | 'published' | 'archived' | null | undefined; is_admin: boolean; limit: number; offset: number }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string; total: number }>('policies/list'),
    /** What a user still has to accept: mandatory texts in force, each kind in his language if there is one. */
    listUnaccepted: query<{ locale: 'fr' | 'en'; user_id: number }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string }>('policies/list-unaccepted'),
    /** A policy as it stands, locked until the end of the transaction. */
    lock: query<{ policy_id: number }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string }>('policies/lock'),
    /** Versions of one text are made one after the other. */
    lockType: query<{ type: string; locale: string }, { locked: boolean }>('policies/lock-type'),
    /** Changes a draft. */
    updateDraft: query<{ title: string; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at?: string | null | undefined; policy_id: number }, { id: number; type: 'terms' | 'sales_terms' | 'privacy' | 'cookies' | 'cancellation' | 'refund' | 'house_rules' | 'host_agreement'; title: string; locale: 'fr' | 'en'; version: number; content: string; is_mandatory: boolean; status: 'draft' | 'published' | 'archived'; effective_at: string; created_at: string; updated_at: string }>('policies/update-draft'),
  },
  properties: {
    /** A photo at the end of a home's list, thirty at the most. */
    addPhoto: query<{ property_id: string; path: string; width: number; height: number; alt?: string | null | undefined }, { id: number; url: string; width: number; height: number; alt: string | null }>('properties/add-photo'),
    /** Takes a home off the market for good, unless somebody stays there now or later; its past stays on the books, and the */
    archive: query<{ property_id: string }, { id: string }>('properties/archive'),
    /** Changes a photo's text, and moves it to a place in the list; the others make room. */
    changePhoto: query<{ photo_id: number; position?: number | null | undefined; property_id: string; alt?: string | null | undefined }, { id: number; url: string; width: number; height: number; alt: string | null }>('properties/change-photo'),
    /** Removes a photo from a home. */
    deletePhoto: query<{ photo_id: number; property_id: string }, { path: string }>('properties/delete-photo'),
    /** Whether a home exists that is not archived. */
    exists: query<{ property_id: string }, { id: string }>('properties/exists'),
    /** Which of a home's references exist, and where its city lies. */
    findReferences: query<{ property_type: string; room_type: string; amenities: (string)[]; neighborhood_id?: string | null | undefined; city_id: string }, { city_id: string; country_id: string; latitude: number; longitude: number; has_property_type: boolean; has_room_type: boolean; has_amenities: boolean; has_neighborhood: boolean }>('properties/find-references'),
    /** A new home. */
    insert: query<{ owner_id: number; title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id?: string | null | undefined; address?: string | null | undefined; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents?: number | null | undefined; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: 'flexible' | 'moderate' | 'strict'; check_in_time: string; check_out_time: string; status: 'draft' | 'published' | 'archived' }, { id: string }>('properties/insert'),
    /** Kinds of rooms. */
    listRoomTypes: query<Record<never, never>, { id: string; name_fr: string; name_en: string }>('properties/list-room-types'),
    /** Kinds of homes. */
    listTypes: query<Record<never, never>, { id: string; name_fr: string; name_en: string }>('properties/list-types'),
    /** A home as it stands, locked, for its owner or the staff. */
    lockOwn: query<{ property_id: string; user_id: number; is_staff: boolean }, { id: string; owner_id: number; title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id: string | null; address: string | null; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: 'flexible' | 'moderate' | 'strict'; check_in_time: string; check_out_time: string; status: 'draft' | 'published' | 'archived' }>('properties/lock-own'),
    /** How sought-after homes are: bookings that fade by half every sixty days, favourites, and the rating. Takes the next */
    refreshPopularity: query<{ after?: string | null | undefined; homes: number }, { id: string }>('properties/refresh-popularity'),
    /** Homes that fit, on one page, in the order asked for (domain.md, "Search at scale"). With dates the price is the stay's */
    search: query<{ adults: number; children: number; check_in?: string | null | undefined; check_out?: string | null | undefined; latitude?: number | null | undefined; longitude?: number | null | undefined; favorites_of?: number | null | undefined; country_id?: string | null | undefined; city_id?: string | null | undefined; neighborhood_id?: string | null | undefined; q?: string | null | undefined; fuzzy: boolean; bedrooms?: number | null | undefined; bathrooms?: number | null | undefined; facets: boolean; property_type?: string | null | undefined; room_type?: string | null | undefined; amenities?: (string)[] | null | undefined; instant_book?: boolean | null | undefined; south?: number | null | undefined; north?: number | null | undefined; west?: number | null | undefined; east?: number | null | undefined; radius_km?: number | null | undefined; price_min?: number | null | undefined; price_max?: number | null | undefined; whole: boolean; sort: string; limit: number; offset: number }, { id: string | null; title: string; property_type: string; room_type: string; country_id: string; city_id: string; city: string; neighborhood: string | null; latitude: number; longitude: number; max_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; instant_book: boolean; currency: string; base_price_cents: number; rating_average: string | null; rating_count: number; distance_km: number | null; price_total_cents: number | null; cover: string | null; total: number; facets: unknown | null }>('properties/search'),
    /** One home with its owner and its photos; a draft only for its owner. */
    show: query<{ property_id: string; user_id?: number | null | undefined }, { id: string; owner_id: number; owner_name: string; owner_avatar: string | null; city: string; neighborhood: string | null; title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id: string | null; address: string | null; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: 'flexible' | 'moderate' | 'strict'; check_in_time: string; check_out_time: string; status: 'draft' | 'published' | 'archived'; rating_average: string | null; rating_count: number; created_at: string; updated_at: string; photos: unknown }>('properties/show'),
    /** Writes a home whole, as src/properties/write.ts merged it under a lock. */
    update: query<{ title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id?: string | null | undefined; address?: string | null | undefined; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents?: number | null | undefined; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: 'flexible' | 'moderate' | 'strict'; check_in_time: string; check_out_time: string; status: 'draft' | 'published' | 'archived'; property_id: string }, { id: string }>('properties/update'),
  },
  quotes: {
    /** One quote as it was given. */
    find: query<{ quote_id: string }, { property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown; expired: boolean }>('quotes/find'),
    /** What pricing needs to know of a home that can be booked, and what day it is there. */
    findHome: query<{ property_id: string }, { currency: string; max_guests: number; included_guests: number; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; cancellation_policy: 'flexible' | 'moderate' | 'strict'; tax_per_adult_night_cents: number | null; tax_percent_hundredths: number | null; tax_cap_cents: number | null; today: string }>('quotes/find-home'),
    /** Keeps a quote for half an hour, and says whether its nights are free; a hold whose time is up does not count. */
    insert: query<{ property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown }, { id: string; expires_at: string; available: boolean }>('quotes/insert'),
    /** The calendar's overrides for the nights of a stay and for its day of departure. */
    listDays: query<{ property_id: string; check_in: string; check_out: string }, { day: string; price_cents: number | null; cleaning_fee_cents: number | null; extra_guest_fee_cents: number | null; min_stay: number | null; max_stay: number | null; closed_to_arrival: boolean | null; closed_to_departure: boolean | null }>('quotes/list-days'),
    /** The active seasons that touch a stay. */
    listSeasons: query<{ property_id: string; check_out: string; check_in: string }, { id: number; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: 'booking' | 'nights' }>('quotes/list-seasons'),
  },
  realtime: {
    /** A payload that travelled by reference. */
    loadPayload: query<{ id: number }, { payload: string }>('realtime/load-payload'),
    /** Tells every node, at commit and never after a rollback. */
    publish: query<{ message: string }, { pg_notify: unknown | null }>('realtime/publish'),
    /** Keeps a payload that is too long for a notification; it travels by reference. */
    storePayload: query<{ payload: string }, { id: number }>('realtime/store-payload'),
  },
  reservations: {
    /** The reservation that a guest made from a quote. */
    findByQuote: query<{ quote_id: string }, { id: number; guest_id: number; status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show'; payment_id: number | null; checkout_url: string | null }>('reservations/find-by-quote'),
    /** Gives the nights of a reservation back. */
    freeNights: query<{ reservation_id: number }, Record<never, never>>('reservations/free-nights'),
    /** A new reservation and the first entry of its history. */
    insert: query<{ property_id: string; guest_id: number; quote_id?: string | null | undefined; check_in: string; check_out: string; adults: number; children: number; infants: number; status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show'; message?: string | null | undefined; quote: unknown; total_cents: number; due_now_cents: number; currency: string; hold_minutes: number }, { id: number }>('reservations/insert'),
    /** A user's reservations as guest or as owner, newest first. */
    list: query<{ as_owner: boolean; user_id: number; status?: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show' | null | undefined; limit: number; offset: number }, { id: number; property_id: string; home: string; guest_id: number; owner_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show'; total_cents: number; currency: string; created_at: string; payment_status: 'unpaid' | 'processing' | 'paid' | 'failed' | 'partially_refunded' | 'refunded' | null; total: number }>('reservations/list'),
    /** Holds and inquiries whose time is up, oldest first. */
    listStale: query<Record<never, never>, { id: number; property_id: string }>('reservations/list-stale'),
    /** Holds and inquiries of a home whose time is up, and that touch the given nights. */
    listStaleHolds: query<{ property_id: string; check_in: string; check_out: string }, { id: number; property_id: string }>('reservations/list-stale-holds'),
    /** A guest's own reservation as it stands, locked until the end of the transaction. */
    lockForCancellation: query<{ reservation_id: number; guest_id: number }, { id: number; status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show'; quote: unknown; total_cents: number; property_id: string; today: string }>('reservations/lock-for-cancellation'),
    /** Bookings of one home queue up here, so that none of them deadlocks on the exclusion constraints. */
    lockProperty: query<{ property_id: string }, { locked: boolean }>('reservations/lock-property'),
    /** Moves a reservation if it is in one of the states it may come from, and writes the move down; no row otherwise. */
    move: query<{ reservation_id: number; sources: ('inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show')[]; to_status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show'; actor: 'guest' | 'owner' | 'channel' | 'support' | 'system'; actor_id?: number | null | undefined; reason?: string | null | undefined }, { id: number; guest_id: number; check_in: string; check_out: string; owner_id: number; home: string }>('reservations/move'),
    /** Who is concerned by a reservation, and what stay it is. */
    parties: query<{ reservation_id: number }, { id: number; property_id: string; guest_id: number; check_in: string; check_out: string; owner_id: number; home: string }>('reservations/parties'),
    /** Lets a quote be confirmed again, after its first reservation found no checkout. */
    releaseQuote: query<{ reservation_id: number }, Record<never, never>>('reservations/release-quote'),
    /** One reservation with its payment and its history, for its guest, its owner or the staff. */
    show: query<{ reservation_id: number; user_id: number; is_staff: boolean }, { id: number; property_id: string; home: string; guest_id: number; owner_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: 'inquiry' | 'pending' | 'confirmed' | 'declined' | 'expired' | 'cancelled' | 'checked_in' | 'completed' | 'no_show'; cancelled_by: 'guest' | 'owner' | 'channel' | 'support' | 'system' | null; message: string | null; quote: unknown; hold_expires_at: string | null; created_at: string; payment_status: 'unpaid' | 'processing' | 'paid' | 'failed' | 'partially_refunded' | 'refunded' | null; checkout_url: string | null; timeline: unknown }>('reservations/show'),
    /** Takes the nights of a reservation; PostgreSQL refuses (23P01) when one of them is taken. */
    takeNights: query<{ reservation_id: number }, Record<never, never>>('reservations/take-nights'),
  },
  seasons: {
    /** Deletes a season. */
    delete: query<{ season_id: number }, { id: number }>('seasons/delete'),
    /** One season. */
    find: query<{ season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: 'booking' | 'nights'; status: 'active' | 'inactive' }>('seasons/find'),
    /** A new season of a home. */
    insert: query<{ property_id: string; label: string; description?: string | null | undefined; start_date: string; end_date: string; reduction_hundredths: number; min_stay?: number | null | undefined; max_stay?: number | null | undefined; policy: 'booking' | 'nights'; status: 'active' | 'inactive' }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: 'booking' | 'nights'; status: 'active' | 'inactive' }>('seasons/insert'),
    /** Seasons, by their home's if one is named, earliest first. */
    list: query<{ property_id?: string | null | undefined; limit: number; offset: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: 'booking' | 'nights'; status: 'active' | 'inactive'; total: number }>('seasons/list'),
    /** One season as it stands, locked until the end of the transaction. */
    lock: query<{ season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: 'booking' | 'nights'; status: 'active' | 'inactive' }>('seasons/lock'),
    /** Writes a season whole, as it was merged under a lock. */
    update: query<{ property_id: string; label: string; description?: string | null | undefined; start_date: string; end_date: string; reduction_hundredths: number; min_stay?: number | null | undefined; max_stay?: number | null | undefined; policy: 'booking' | 'nights'; status: 'active' | 'inactive'; season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: 'booking' | 'nights'; status: 'active' | 'inactive' }>('seasons/update'),
  },
  users: {
    /** A user becomes an owner by having a property. */
    becomeOwner: query<{ user_id: number }, Record<never, never>>('users/become-owner'),
    /** What a message to an account needs: its address, its language and what it wants to be told. */
    contact: query<{ user_id: number }, { id: number; email: string; first_name: string; locale: 'fr' | 'en'; wants_email: boolean; wants_push: boolean }>('users/contact'),
    /** Stays that an account still owes somebody, as guest or as owner. */
    countObligations: query<{ user_id: number }, { total: number }>('users/count-obligations'),
    /** Erases a person: everything that names him goes, the row stays for the reservations that accounting keeps. */
    erase: query<{ user_id: number }, { id: number }>('users/erase'),
    /** Everything we keep of a person, as one document. */
    export: query<{ user_id: number }, { document: unknown }>('users/export'),
    /** Which of the identifying fields another account already has. */
    findTaken: query<{ email: string; username: string; phone?: string | null | undefined; user_id: number }, { email: boolean; username: boolean; phone: boolean }>('users/find-taken'),
    /** Gives an account a role. */
    grantRole: query<{ role: 'user' | 'owner' | 'support' | 'admin'; email: string }, { id: number; email: string; role: 'user' | 'owner' | 'support' | 'admin' }>('users/grant-role'),
    /** The pictures that show an account. */
    listFiles: query<{ user_id: number }, { path: string }>('users/list-files'),
    /** The people to alert when something needs a human. */
    listSupport: query<Record<never, never>, { id: number }>('users/list-support'),
    /** An account as it stands, locked until the end of the transaction. */
    lock: query<{ user_id: number }, { id: number; username: string; first_name: string; last_name: string; job: string | null; location: string | null; country_id: string | null; phone: string | null; email: string; password_hash: string | null; avatar: string | null; locale: 'fr' | 'en'; token_version: number }>('users/lock'),
    /** The profile of one account. */
    show: query<{ user_id: number }, { id: number; username: string; first_name: string; last_name: string; job: string | null; location: string | null; country_id: string | null; phone: string | null; email: string; role: 'user' | 'owner' | 'support' | 'admin'; locale: 'fr' | 'en'; avatar: string | null; email_verified: boolean; created_at: string }>('users/show'),
    /** Writes a profile whole, as it was merged under a lock; a new password voids every older token. */
    update: query<{ username: string; first_name: string; last_name: string; job?: string | null | undefined; location?: string | null | undefined; country_id?: string | null | undefined; phone?: string | null | undefined; avatar?: string | null | undefined; locale: 'fr' | 'en'; password_hash?: string | null | undefined; user_id: number }, { id: number; token_version: number }>('users/update'),
  },
} as const
