// Written by `npm run sql:types`; do not edit.
import type { Actor, CancellationPolicy, EventStatus, Locale, NotificationType, OauthProvider, PaymentKind, PaymentStatus, PolicyStatus, PolicyType, PropertyStatus, ReceiptStatus, RefundSource, RefundStatus, ReservationStatus, SeasonPolicy, SeasonStatus, UserRole } from './enums.ts'
import { many, nothing, one, optional } from './query.ts'

export const queries = {
  auth: {
    /** The owner of an address takes over the account that somebody opened with it and never verified: its password and its tokens were perhaps a stranger's. */
    claimUnverified: optional<{ user_id: number }, { token_version: number }>('auth/claim-unverified'),
    /** Counts one more of something within its window; gives the seconds until the window ends as well. */
    countAttempt: one<{ key: string; seconds: number }, { count: number; wait_seconds: number }>('auth/count-attempt'),
    /** Counts a try of a verification code, five at the most, and gives the code to compare with. */
    countCodeAttempt: optional<{ email: string }, { user_id: number; code_hash: Uint8Array; token_hash: Uint8Array }>('auth/count-code-attempt'),
    /** Counts a try to log in, before its password is looked at: by account and address together and, unless that refuses it already, by account alone, which spares an address that has logged in before. Gives the seconds to wait; none: go on. */
    countLogin: one<{ account: string; address: string; own_limit: number; account_limit: number; user_id?: number | null | undefined }, { wait_seconds: number | null }>('auth/count-login'),
    /** Voids the link and code of a move to another address. */
    deleteAddressChange: optional<{ user_id: number }, { user_id: number }>('auth/delete-address-change'),
    /** Voids what an account waits for: a verification, a change of address, a reset of the password. A statement of its own, after the account's row is locked, so that it sees what the transaction before has written. */
    deletePending: nothing<{ user_id: number }>('auth/delete-pending'),
    /** The account of an e-mail address, locked, so that it cannot move to another address meanwhile. */
    findByEmail: optional<{ email: string }, { id: number; role: UserRole; token_version: number; verified: boolean }>('auth/find-by-email'),
    /** The account that an external identity signs in to. */
    findByIdentity: optional<{ provider: OauthProvider; subject: string }, { id: number; role: UserRole; token_version: number }>('auth/find-by-identity'),
    /** The account behind an e-mail address, a phone number or a username; an e-mail goes first, a username last. */
    findByLogin: optional<{ login: string; phone: string }, { id: number; role: UserRole; token_version: number; password_hash: string | null; verified: boolean }>('auth/find-by-login'),
    /** The hash of an account's password; null where it has none. */
    findPassword: optional<{ user_id: number }, { password_hash: string | null }>('auth/find-password'),
    /** Which of the identifying fields another account already has. */
    findTaken: optional<{ email: string; username: string; phone?: string | null | undefined; user_id: number }, { email: boolean; username: boolean; phone: boolean }>('auth/find-taken'),
    /** The account of an address that still awaits its verification, locked: what changes an account locks its row first. */
    findUnverified: optional<{ email: string }, { id: number; email: string; first_name: string; locale: Locale }>('auth/find-unverified'),
    /** The password was right: the address starts afresh with this account, and the try does not count. The address's row goes first, as when a try is counted, so that two at once never wait for each other. */
    forgiveLogin: nothing<{ account: string; address: string }>('auth/forgive-login'),
    /** An account that an external identity opens: verified, and without a password. */
    insertExternalUser: one<{ username: string; first_name: string; last_name: string; email: string; locale: Locale }, { id: number; role: UserRole; token_version: number }>('auth/insert-external-user'),
    /** Lets an external identity sign in to an account. */
    insertIdentity: nothing<{ provider: OauthProvider; subject: string; user_id: number }>('auth/insert-identity'),
    /** Revokes a token; no row when it was already revoked, so that of two calls only one goes on. */
    insertRevokedToken: optional<{ jti: string; user_id: number; issued_at: number; life_seconds: number }, { jti: string }>('auth/insert-revoked-token'),
    /** A link that undoes a change of an account for 72 hours. */
    insertUndo: nothing<{ user_id: number; token_hash: Uint8Array; email: string }>('auth/insert-undo'),
    /** A new account, not yet verified. */
    insertUser: one<{ username: string; first_name: string; last_name: string; job?: string | null | undefined; location?: string | null | undefined; country_id: string; phone?: string | null | undefined; email: string; password_hash: string; locale: Locale; avatar?: string | null | undefined }, { id: number; username: string; email: string; token_version: number }>('auth/insert-user'),
    /** A fresh link and code for an account, or for the address it wants to move to; the ones before are void. */
    insertVerification: nothing<{ user_id: number; email?: string | null | undefined; token_hash: Uint8Array; code_hash: Uint8Array }>('auth/insert-verification'),
    /** The account that awaits this verification, locked: what changes an account locks its row first. */
    lockByVerification: optional<{ token_hash: Uint8Array }, { id: number; email: string; first_name: string; locale: Locale; verified: boolean }>('auth/lock-by-verification'),
    /** Sign-ins with one address queue up here, so that two at once open one account. */
    lockEmail: one<{ email: string }, { locked: boolean }>('auth/lock-email'),
    /** Takes one count back: what was counted turned out well. */
    uncountAttempt: nothing<{ key: string }>('auth/uncount-attempt'),
    /** An address that an account has logged in from. */
    upsertLoginAddress: nothing<{ user_id: number; address: string }>('auth/upsert-login-address'),
    /** Marks the address of a link as its account's own, and uses the link up. */
    verifyByToken: optional<{ token_hash: Uint8Array }, { id: number; email: string }>('auth/verify-by-token'),
  },
  calendars: {
    /** The feed that has waited longest. It is due again in half an hour, so that no other node takes it, and nothing is lost when this one dies. */
    claimFeed: optional<Record<never, never>, { id: number; property_id: string; name: string; url: string; owner_id: number; home: string; timezone: string }>('calendars/claim-feed'),
    /** Deletes one closure; its nights go with it. */
    deleteClosure: optional<{ closure_id: number; property_id: string }, { id: number }>('calendars/delete-closure'),
    /** Deletes a feed; its closures and their nights go with it. */
    deleteFeed: optional<{ feed_id: number; property_id: string }, { id: number }>('calendars/delete-feed'),
    /** Deletes every closure that touches the given days, whole. */
    deleteOverlapping: many<{ property_id: string; start_date: string; end_date: string }, { id: number; start_date: string; end_date: string; reason: string | null; feed_id: number | null; uid: string | null }>('calendars/delete-overlapping'),
    /** Days of a range that say nothing any more. */
    deletePlainDays: nothing<{ property_id: string; start_date: string; end_date: string }>('calendars/delete-plain-days'),
    /** Notes why a feed could not be read; each failure doubles the wait, up to a day. */
    failImport: optional<{ error: string; feed_id: number }, { failures: number }>('calendars/fail-import'),
    /** The home whose calendar a token opens, and its owner's language. */
    findByToken: optional<{ property_id: string; token: string }, { title: string; locale: Locale }>('calendars/find-by-token'),
    /** A home whose calendar may be seen: a published one, or the caller's own. */
    findHome: optional<{ user_id?: number | null | undefined; property_id: string }, { id: string; currency: string; today: string; is_own: boolean }>('calendars/find-home'),
    /** A reservation, of whatever status, that touches the given days: it stands against a closure (specification, "Calendar rule"). */
    findReservation: optional<{ property_id: string; start_date: string; end_date: string }, { id: number }>('calendars/find-reservation'),
    /** The secret of a home's calendar address. */
    findToken: optional<{ property_id: string }, { calendar_token: string }>('calendars/find-token'),
    /** Notes that a feed was read; nothing when it was deleted meanwhile. */
    finishImport: optional<{ feed_id: number }, { id: number }>('calendars/finish-import'),
    /** Closes days, both inclusive, and takes their nights. */
    insertClosure: one<{ property_id: string; start_date: string; end_date: string; reason?: string | null | undefined; feed_id?: number | null | undefined; uid?: string | null | undefined }, { id: number; start_date: string; end_date: string; reason: string | null }>('calendars/insert-closure'),
    /** A new feed, due at once; nothing when the home has it already. */
    insertFeed: optional<{ property_id: string; name: string; url: string }, { id: number }>('calendars/insert-feed'),
    /** The calendar of a home, a row a day: what a night costs, what it allows, and whether it is free. The season is the one of the day, whatever length of stay it asks for. */
    listDays: many<{ property_id: string; from_day: string; to_day: string }, { day: string; status: string; price_cents: number; discounted_cents: number; season_id: number | null; min_stay: number; max_stay: number; closed_to_arrival: boolean; closed_to_departure: boolean; cleaning_fee_cents: number; extra_guest_fee_cents: number; reason: string | null; reservation_id: number | null }>('calendars/list-days'),
    /** The feeds of a home, and how many closures each has made. */
    listFeeds: many<{ property_id: string }, { id: number; name: string; url: string; next_fetch_at: string; imported_at: string | null; failures: number; error: string | null; closures: number }>('calendars/list-feeds'),
    /** What takes a home's nights from yesterday on, but for what came from one feed. */
    listTaken: many<{ property_id: string; except_feed?: number | null | undefined }, { reservation_id: number | null; closure_id: number | null; start_date: string; end_date: string; taken_at: string }>('calendars/list-taken'),
    /** Makes a feed's closures what the feed says, where no stay is; only what differs is written. `taken` is a list of {uid, start_date, end_date}, both days inclusive. */
    replaceFeedClosures: nothing<{ taken: unknown; property_id: string; feed_id: number; reason: string }>('calendars/replace-feed-closures'),
    /** Makes a feed due now, unless it was read within the last minute. */
    requestImport: optional<{ feed_id: number; property_id: string }, { due: boolean }>('calendars/request-import'),
    /** A new calendar address; whoever has the old one sees nothing more. */
    rotateToken: nothing<{ property_id: string }>('calendars/rotate-token'),
    /** Writes `changes` for every day of a range: what it does not name stays, null gives a field back to the home. Gives a day that no stay could be both long and short enough for, if there is one. */
    setPrices: optional<{ property_id: string; start_date: string; end_date: string; changes: unknown }, { day: string }>('calendars/set-prices'),
  },
  dev: {
    /** Whether a demo account is there already. */
    findAccount: optional<{ email: string }, { id: number }>('dev/find-account'),
    /** The largest city of a country with this name. */
    findCity: optional<{ country_id: string; name: string }, { id: string; latitude: number; longitude: number }>('dev/find-city'),
    /** Today in UTC. */
    findToday: one<Record<never, never>, { today: string }>('dev/find-today'),
    /** A demo account, verified from the start. */
    insertAccount: one<{ username: string; first_name: string; last_name: string; phone: string; email: string; password_hash: string; role: UserRole }, { id: number }>('dev/insert-account'),
    /** A price of its own for some days of a demo home. */
    insertDays: nothing<{ property_id: string; price_cents: number; min_stay: number; from_day: string; to_day: string }>('dev/insert-days'),
    /** A confirmed stay in a demo home. */
    insertReservation: nothing<{ property_id: string; guest_id: number; check_in: string; check_out: string; adults: number; quote: unknown; total_cents: number; due_now_cents: number; currency: string }>('dev/insert-reservation'),
    /** A seasonal reduction of a demo home. */
    insertSeason: nothing<{ property_id: string; label: string; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number; policy: SeasonPolicy }>('dev/insert-season'),
  },
  idempotency: {
    /** Claims a key for a first request; no row when it was used before. A claim without an answer is void after a minute. */
    claim: optional<{ user_id: number; scope: string; key: string; request_hash: Uint8Array }, { key: string }>('idempotency/claim'),
    /** Frees a key whose request failed on our side, so that it can be tried again. */
    deleteClaim: nothing<{ user_id: number; scope: string; key: string }>('idempotency/delete-claim'),
    /** What a key was used for, and what was answered. */
    find: optional<{ user_id: number; scope: string; key: string }, { request_hash: Uint8Array; status: number | null; body: string | null }>('idempotency/find'),
    /** Keeps the first answer, to give it again. */
    updateAnswer: nothing<{ status: number; body: string; user_id: number; scope: string; key: string }>('idempotency/update-answer'),
  },
  jobs: {
    /** Jobs of each queue that have failed for the last time. */
    countDeadLetters: many<Record<never, never>, { queue: string; letters: number }>('jobs/count-dead-letters'),
    /** Jobs of each queue that are due or run, and for how long the oldest has waited for its start. */
    countDue: many<Record<never, never>, { queue: string; due: number; oldest_seconds: number }>('jobs/count-due'),
    /** Jobs that have failed for the last time, the latest first, with their last error; what they carry stays out of sight. */
    listDeadLetters: many<Record<never, never>, { id: string; queue: string; failed_at: string; error: string | null }>('jobs/list-dead-letters'),
  },
  notifications: {
    /** Deletes one of a user's notifications. */
    delete: optional<{ id: number; user_id: number }, { id: number }>('notifications/delete'),
    /** What a user wants to be told; all defaults until he says otherwise. */
    findSettings: optional<{ user_id: number }, { email_notifications: boolean; push_notifications: boolean; marketing_emails: boolean }>('notifications/find-settings'),
    /** Records what a user is told; no row when the same thing was recorded before. */
    insert: optional<{ user_id: number; type: NotificationType; title: string; message: string; data: unknown; dedupe_key: string }, { id: number; type: NotificationType; title: string; message: string; data: unknown; created_at: string }>('notifications/insert'),
    /** A user's notifications, newest first. */
    list: many<{ user_id: number; limit: number; offset: number }, { id: number; type: NotificationType; title: string; message: string; data: unknown; read_at: string | null; created_at: string; total: number }>('notifications/list'),
    /** Marks all of a user's notifications as read. */
    markAllRead: many<{ user_id: number }, { id: number }>('notifications/mark-all-read'),
    /** Marks one of a user's notifications as read; the first time stands. */
    markRead: optional<{ id: number; user_id: number }, { id: number; type: NotificationType; title: string; message: string; data: unknown; read_at: string | null; created_at: string }>('notifications/mark-read'),
    /** Changes the given settings and keeps the others. */
    updateSettings: optional<{ user_id: number; email_notifications?: boolean | null | undefined; push_notifications?: boolean | null | undefined; marketing_emails?: boolean | null | undefined }, { email_notifications: boolean; push_notifications: boolean; marketing_emails: boolean }>('notifications/update-settings'),
  },
  operations: {
    /** Housekeeping: revocations, codes, links, counters, addresses, quotes, keys and payloads that no longer mean anything. */
    deleteExpired: nothing<Record<never, never>>('operations/delete-expired'),
    /** Whether the database answers. */
    ping: many<Record<never, never>, { ok: boolean }>('operations/ping'),
  },
  passwordResets: {
    /** Counts a try of a code, five at the most, and gives the code to compare with. */
    countAttempt: optional<{ email: string }, { user_id: number; code_hash: Uint8Array }>('password-resets/count-attempt'),
    /** Uses the code up and lets a token take its place; no row when somebody else was faster. */
    exchangeCode: optional<{ token_hash: Uint8Array; user_id: number; code_hash: Uint8Array }, { user_id: number }>('password-resets/exchange-code'),
    /** The account of an address that may have its password reset. */
    findAccount: optional<{ email: string }, { id: number; email: string; first_name: string; locale: Locale }>('password-resets/find-account'),
    /** What a link undoes, while it can. */
    findUndo: optional<{ token_hash: Uint8Array }, { user_id: number; email: string; expires_at: string }>('password-resets/find-undo'),
    /** Uses the token up and sets the new password; every older token of the account is void, and its address is proven. */
    finish: optional<{ email: string; token_hash: Uint8Array; password_hash: string }, { id: number; email: string; first_name: string; locale: Locale }>('password-resets/finish'),
    /** Takes an address from another account that never verified it, for the one whose mailbox it is. What it gets instead cannot be guessed, so nobody can have registered it before. */
    releaseAddress: optional<{ email: string; user_id: number }, { id: number }>('password-resets/release-address'),
    /** Gives an account its address back; every token is void, and a password must be set anew through that address. */
    restoreAddress: optional<{ email: string; user_id: number }, { id: number; email: string }>('password-resets/restore-address'),
    /** A fresh code, for a quarter of an hour; the code before is void. A token stays: its holder has proven the mailbox, and who asks for a code has proven nothing. */
    upsert: nothing<{ user_id: number; code_hash: Uint8Array }>('password-resets/upsert'),
    /** Uses a link up. With it go the links of later changes, which whoever made those changes may hold, and the external identities that were linked since. */
    useUndo: optional<{ token_hash: Uint8Array }, { user_id: number; email: string }>('password-resets/use-undo'),
  },
  payments: {
    /** The number that the provider gave to a refund of ours; a refund that was begun at the provider becomes a row. */
    adoptRefund: nothing<{ provider_refund_id: string; key?: string | null | undefined; payment_intent_id: string; amount_cents: number }>('payments/adopt-refund'),
    /** Notes that nobody can pay an attempt any more. */
    closeSession: nothing<{ id: number }>('payments/close-session'),
    /** Notes that the provider has ended a session. */
    closeSessionByNumber: nothing<{ session_id: string }>('payments/close-session-by-number'),
    /** A refund that the provider has refused; no row when it has been made or refused before. */
    failRefund: optional<{ refund_id: number }, { id: number; payment_id: number; amount_cents: number }>('payments/fail-refund'),
    /** A payment and its reservation. */
    find: optional<{ payment_id: number }, { id: number; reservation_id: number; currency: string }>('payments/find'),
    /** The payment behind the key that an object of the provider carries, and where to queue for its home. */
    findByKey: optional<{ key: string }, { id: number; property_id: string }>('payments/find-by-key'),
    /** The payment of a checkout session, whichever attempt it was. */
    findBySession: optional<{ session_id: string }, { id: number; status: PaymentStatus; reservation_id: number; amount_cents: number; currency: string }>('payments/find-by-session'),
    /** What a checkout shows, its last attempt, and the time. The payment is locked before, in a statement of its own: this one would still see the attempts as they were when it began to wait. */
    findForCheckout: optional<{ payment_id: number }, { id: number; key: string; status: PaymentStatus; reservation_id: number; amount_cents: number; currency: string; is_over: boolean; check_in: string; check_out: string; home: string; email: string; now_seconds: number; attempt_id: number | null; attempt_key: string | null; request: unknown | null; url: string | null; is_closed: boolean | null; seconds_left: number | null }>('payments/find-for-checkout'),
    /** A refund that the provider is to make; `is_old` when its idempotency key may have been forgotten there. */
    findRefund: optional<{ refund_id: number }, { id: number; key: string; status: RefundStatus; amount_cents: number; provider_refund_id: string | null; payment_intent_id: string; is_old: boolean }>('payments/find-refund'),
    /** The refund behind a number of the provider. */
    findRefundByNumber: optional<{ provider_refund_id: string }, { id: number; payment_id: number; amount_cents: number }>('payments/find-refund-by-number'),
    /** What is left of a receipt after a refund of it was refused, and who had asked for that refund. */
    findRest: optional<{ refund_id: number; payment_intent_id: string }, { left_cents: number; source: RefundSource; created_by: number | null }>('payments/find-rest'),
    /** A payment that is due for a reservation. */
    insert: one<{ reservation_id: number; amount_cents: number; currency: string }, { id: number; reservation_id: number; amount_cents: number; currency: string }>('payments/insert'),
    /** Writes down money that arrived, once for each payment intent: it pays its payment, comes on top of one that is paid, or does not fit what was asked for. No row when it was written down before. */
    insertReceipt: optional<{ payment_intent_id: string; amount_cents: number; currency: string; payment_id: number }, { status: ReceiptStatus }>('payments/insert-receipt'),
    /** Sets an amount aside for a refund; no row when more would go back than came in. */
    insertRefund: optional<{ amount_cents: number; payment_intent_id: string; reason?: string | null | undefined; source: RefundSource; created_by?: number | null | undefined }, { id: number }>('payments/insert-refund'),
    /** A new attempt to open a checkout; the hold on the nights outlives it by five minutes. */
    insertSession: one<{ payment_id: number; request: unknown; expires_at_seconds: number }, { id: number; key: string }>('payments/insert-session'),
    /** Attempts of a reservation that somebody might still pay. */
    listOpenSessions: many<{ reservation_id: number }, { id: number; session_id: string | null }>('payments/list-open-sessions'),
    /** What was paid for a reservation and has not been given back, locked until the end of the transaction. */
    listReceipts: many<{ reservation_id: number }, { payment_id: number; currency: string; payment_intent_id: string; left_cents: number }>('payments/list-receipts'),
    /** A payment as it stands, locked until the end of the transaction. */
    lock: optional<{ payment_id: number }, { id: number; key: string; reservation_id: number; kind: PaymentKind; status: PaymentStatus; amount_cents: number; currency: string }>('payments/lock'),
    /** The payment that an intent has paid, or was meant to, locked until the end of the transaction. */
    lockByIntent: optional<{ payment_intent_id: string }, { payment_id: number }>('payments/lock-by-intent'),
    /** Notes that a payment has been made. */
    markPaid: nothing<{ payment_id: number }>('payments/mark-paid'),
    /** Notes a try that failed or is under way; no row when the payment has been made. */
    markUnpaid: optional<{ status: PaymentStatus; payment_id: number }, { id: number; reservation_id: number; amount_cents: number; currency: string }>('payments/mark-unpaid'),
    /** Moves a refund on: pending, succeeded, failed, and never back. No row when it had come as far before. */
    settleRefund: optional<{ status: RefundStatus; provider_refund_id: string }, { id: number; payment_id: number; amount_cents: number }>('payments/settle-refund'),
    /** What goes back of a receipt and what has gone back, from its refunds; the status of its payment follows. */
    sumRefunds: nothing<{ payment_intent_id: string }>('payments/sum-refunds'),
    /** What the provider made of an attempt. */
    updateSession: nothing<{ session_id: string; url: string; id: number }>('payments/update-session'),
  },
  places: {
    /** Whether the reference data is there. */
    countCountries: one<Record<never, never>, { total: number }>('places/count-countries'),
    /** One city by its GeoNames id. */
    findCity: optional<{ city_id: string }, { id: string; country_id: string; name: string; latitude: number; longitude: number; timezone: string }>('places/find-city'),
    /** One country by its ISO 3166-1 code. */
    findCountry: optional<{ country_id: string }, { id: string }>('places/find-country'),
    /** The tourist tax of a city. */
    findTouristTax: optional<{ city_id: string }, { per_adult_night_cents: number | null; percent_hundredths: number | null; cap_cents: number | null }>('places/find-tourist-tax'),
    /** Cities from GeoNames, one array element each. */
    insertCities: nothing<{ ids: (string)[]; country_ids: (string)[]; names: (string)[]; admin_codes: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[]; timezones: (string)[] }>('places/insert-cities'),
    /** Countries from ISO 3166-1, one array element each. */
    insertCountries: nothing<{ ids: (string)[]; iso3s: (string)[]; names_fr: (string)[]; names_en: (string)[]; phone_codes?: (string)[] | null | undefined; currencies?: (string)[] | null | undefined; continents: (string)[] }>('places/insert-countries'),
    /** Neighborhoods (sections of populated places) from GeoNames, one array element each. */
    insertNeighborhoods: nothing<{ ids: (string)[]; city_ids: (string)[]; names: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[] }>('places/insert-neighborhoods'),
    /** What follows in this transaction may take as long as it needs: on a busy machine the cities take minutes. */
    liftTimeouts: many<Record<never, never>, { lifted: boolean }>('places/lift-timeouts'),
    /** Cities of a country, largest first, optionally by a part of their name. */
    listCities: many<{ country_id: string; q?: string | null | undefined; limit: number; offset: number }, { id: string; country_id: string; name: string; population: number; latitude: number; longitude: number; timezone: string; total: number }>('places/list-cities'),
    /** All countries, by their name in the reader's language. */
    listCountries: many<{ locale: string }, { id: string; iso3: string; name: string; name_fr: string; name_en: string; phone_code: string | null; currency: string | null; continent: string | null }>('places/list-countries'),
    /** Neighborhoods of a city, by name. */
    listNeighborhoods: many<{ city_id: string }, { id: string; city_id: string; name: string; population: number; latitude: number; longitude: number }>('places/list-neighborhoods'),
    /** The latest hundred changes of a city's tourist tax, newest first. */
    listTouristTaxChanges: many<{ city_id: string }, { id: number; changed_by: number | null; username: string | null; operator: string | null; changed_at: string; before_per_adult_night_cents: number | null; before_percent_hundredths: number | null; before_cap_cents: number | null; after_per_adult_night_cents: number | null; after_percent_hundredths: number | null; after_cap_cents: number | null }>('places/list-tourist-tax-changes'),
    /** The taxe de sejour of a city: an amount per adult and night, or a percent (in hundredths) with a cap; nothing removes it. What it was before and who changed it are kept where it differs. No row when there is no such city. */
    setTouristTax: optional<{ city_id: string; changed_by?: number | null | undefined; operator?: string | null | undefined; per_adult_night_cents?: number | null | undefined; percent_hundredths?: number | null | undefined; cap_cents?: number | null | undefined }, { id: string; name: string }>('places/set-tourist-tax'),
  },
  plugins: {
    /** The account of a token, unless the token was revoked, is of an older version, or the account is gone. */
    findIdentity: optional<{ user_id: number; token_version: number; jti: string }, { id: number; username: string; avatar: string | null; role: UserRole; locale: Locale; token_version: number; verified: boolean }>('plugins/find-identity'),
  },
  policies: {
    /** Takes a policy out of force. */
    archive: optional<{ policy_id: number }, { id: number }>('policies/archive'),
    /** The text that was in force makes room for the next. */
    archivePublished: nothing<{ type: PolicyType; locale: Locale; except_id?: number | null | undefined }>('policies/archive-published'),
    /** Deletes a draft, which nobody can have accepted. */
    deleteDraft: optional<{ policy_id: number }, { id: number }>('policies/delete-draft'),
    /** One policy; a draft for administrators only. */
    find: optional<{ policy_id: number; is_admin: boolean }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('policies/find'),
    /** When a user agreed to a text, and to which. */
    findAcceptance: optional<{ user_id: number; policy_id: number }, { policy_id: number; version: number; content_hash: string; accepted_at: string }>('policies/find-acceptance'),
    /** The text of a kind that is in force, in the reader's language if there is one. */
    findCurrent: optional<{ type: PolicyType; locale: Locale }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('policies/find-current'),
    /** The next version of a text. */
    insert: one<{ type: PolicyType; locale: Locale; title: string; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at?: string | null | undefined }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('policies/insert'),
    /** Notes that a user agrees; the first time stands. */
    insertAcceptance: many<{ user_id: number; ip: string; user_agent?: string | null | undefined; policy_id: number }, { policy_id: number }>('policies/insert-acceptance'),
    /** Policies, newest version first; drafts for administrators only. */
    list: many<{ type?: PolicyType | null | undefined; locale?: Locale | null | undefined; status?: PolicyStatus | null | undefined; is_admin: boolean; limit: number; offset: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string; total: number }>('policies/list'),
    /** What a user still has to accept: mandatory texts in force, each kind in his language if there is one. */
    listUnaccepted: many<{ locale: Locale; user_id: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('policies/list-unaccepted'),
    /** A policy as it stands, locked until the end of the transaction. */
    lock: optional<{ policy_id: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('policies/lock'),
    /** Versions of one text are made one after the other. */
    lockType: many<{ type: string; locale: string }, { locked: boolean }>('policies/lock-type'),
    /** Changes a draft. */
    updateDraft: one<{ title: string; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at?: string | null | undefined; policy_id: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('policies/update-draft'),
  },
  pricing: {
    /** What pricing needs to know of a home that can be booked, and what day it is there. */
    findHome: optional<{ property_id: string }, { currency: string; max_guests: number; included_guests: number; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; cancellation_policy: CancellationPolicy; tax_per_adult_night_cents: number | null; tax_percent_hundredths: number | null; tax_cap_cents: number | null; today: string }>('pricing/find-home'),
    /** One quote as it was given. */
    findQuote: optional<{ quote_id: string }, { property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown; expired: boolean }>('pricing/find-quote'),
    /** Keeps a quote for half an hour, and says whether its nights are free; a hold whose time is up does not count. */
    insertQuote: one<{ property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown }, { id: string; expires_at: string; available: boolean }>('pricing/insert-quote'),
    /** The calendar's overrides for the nights of a stay and for its day of departure. */
    listDays: many<{ property_id: string; check_in: string; check_out: string }, { day: string; price_cents: number | null; cleaning_fee_cents: number | null; extra_guest_fee_cents: number | null; min_stay: number | null; max_stay: number | null; closed_to_arrival: boolean | null; closed_to_departure: boolean | null }>('pricing/list-days'),
    /** The active seasons that touch a stay. */
    listSeasons: many<{ property_id: string; check_out: string; check_in: string }, { id: number; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy }>('pricing/list-seasons'),
  },
  properties: {
    /** Takes a home off the market for good, unless somebody stays there now or later; its past stays on the books, and the calendars of other platforms are read no more. */
    archive: optional<{ property_id: string }, { id: string }>('properties/archive'),
    /** Takes a home off a user's favourites; no row when it was not among them. */
    deleteFavorite: optional<{ user_id: number; property_id: string }, { property_id: string }>('properties/delete-favorite'),
    /** Removes a photo from a home. */
    deletePhoto: optional<{ photo_id: number; property_id: string }, { path: string }>('properties/delete-photo'),
    /** One home with its owner and its photos. Its owner, the staff and guests of confirmed stays see the address, the exact point and the owner's phone, also of a draft; everybody else the public point of a published home. */
    find: optional<{ is_staff: boolean; user_id?: number | null | undefined; property_id: string }, { id: string; owner_id: number; owner_name: string; owner_avatar: string | null; owner_phone: string | null; city: string; neighborhood: string | null; title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id: string | null; address: string | null; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; status: PropertyStatus; rating_average: string | null; rating_count: number; created_at: string; updated_at: string; photos: unknown }>('properties/find'),
    /** Whose home it is, and whether it can be booked without asking first. */
    findBookingTerms: optional<{ property_id: string }, { owner_id: number; instant_book: boolean }>('properties/find-booking-terms'),
    /** Whether a home exists that is not archived. */
    findId: optional<{ property_id: string }, { id: string }>('properties/find-id'),
    /** Which of a home's references exist, and where its city lies. */
    findReferences: optional<{ property_type: string; room_type: string; amenities: (string)[]; neighborhood_id?: string | null | undefined; city_id: string }, { city_id: string; country_id: string; latitude: number; longitude: number; has_property_type: boolean; has_room_type: boolean; has_amenities: boolean; has_neighborhood: boolean }>('properties/find-references'),
    /** A new home. */
    insert: one<{ owner_id: number; title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id?: string | null | undefined; address?: string | null | undefined; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents?: number | null | undefined; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; status: PropertyStatus }, { id: string }>('properties/insert'),
    /** Puts a published home on a user's favourites. */
    insertFavorite: optional<{ user_id: number; property_id: string }, { property_id: string }>('properties/insert-favorite'),
    /** A photo at the end of a home's list, thirty at the most. */
    insertPhoto: optional<{ property_id: string; path: string; width: number; height: number; alt?: string | null | undefined }, { id: number; url: string; width: number; height: number; alt: string | null }>('properties/insert-photo'),
    /** Whether any home on the market is spelt like this, whatever else is asked of it. */
    isSpelt: one<{ q: string }, { spelt: boolean }>('properties/is-spelt'),
    /** Kinds of rooms. */
    listRoomTypes: many<Record<never, never>, { id: string; name_fr: string; name_en: string }>('properties/list-room-types'),
    /** Kinds of homes. */
    listTypes: many<Record<never, never>, { id: string; name_fr: string; name_en: string }>('properties/list-types'),
    /** Bookings of one home queue up here, so that none of them deadlocks on the exclusion constraints. */
    lockCalendar: many<{ property_id: string }, { locked: boolean }>('properties/lock-calendar'),
    /** A home as it stands, locked, for its owner or the staff. */
    lockOwn: optional<{ property_id: string; user_id: number; is_staff: boolean }, { id: string; owner_id: number; title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id: string | null; address: string | null; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; status: PropertyStatus }>('properties/lock-own'),
    /** How sought-after homes are: bookings that fade by half every sixty days, favourites, and the rating. Takes the next homes after one in order of id, and gives the last of them; no row when there are none left. A home whose score has hardly moved is left alone: all scores fade every minute, and writing each would say nothing new. */
    refreshPopularity: optional<{ after?: string | null | undefined; homes: number }, { id: string }>('properties/refresh-popularity'),
    /** Homes that fit, on one page, in the order asked for (domain.md, "Search at scale"). With dates the price is the stay's total, the same as src/quotes/pricing.ts makes, and homes that are taken or whose rules the stay breaks are left out; without, it is the price of a night. Places and distances are those of the public point. Where the page is empty, one row without an id tells the total and the facets. `whole`: prices decide who is on the page, so every stay is priced; else those of the page alone are. `fuzzy`: finds `q` misspelt, a thousand homes at most; dear, so it is tried where nothing is spelt like it. `facets`: homes by type whatever the type asked for, and by price whatever the price asked for; takes `whole`. Each search is planned for the filters it has: what is null or false here costs nothing there. The homes to price: all of them, or those of the page. For each set of days of the week, by its bits: how many of the nights fall on it. The seasons that may reduce a stay of this length. OFFSET 0 keeps the planner from reading all seasons to find a few. Homes whose nights differ by more than the weekend, added up night by night. Twenty steps of whole units; the last one is open, so that a few palaces do not flatten the rest. */
    search: many<{ adults: number; children: number; check_in?: string | null | undefined; check_out?: string | null | undefined; latitude?: number | null | undefined; longitude?: number | null | undefined; favorites_of?: number | null | undefined; country_id?: string | null | undefined; city_id?: string | null | undefined; neighborhood_id?: string | null | undefined; q?: string | null | undefined; fuzzy: boolean; bedrooms?: number | null | undefined; bathrooms?: number | null | undefined; facets: boolean; property_type?: string | null | undefined; room_type?: string | null | undefined; amenities?: (string)[] | null | undefined; instant_book?: boolean | null | undefined; south?: number | null | undefined; north?: number | null | undefined; west?: number | null | undefined; east?: number | null | undefined; radius_km?: number | null | undefined; price_min?: number | null | undefined; price_max?: number | null | undefined; whole: boolean; sort: string; limit: number; offset: number }, { id: string | null; title: string; property_type: string; room_type: string; country_id: string; city_id: string; city: string; neighborhood: string | null; latitude: number; longitude: number; max_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; instant_book: boolean; currency: string; base_price_cents: number; rating_average: string | null; rating_count: number; distance_km: number | null; price_total_cents: number | null; cover: string | null; total: number; facets: unknown | null }>('properties/search'),
    /** Writes a home whole, as src/properties/write.ts merged it under a lock. */
    update: many<{ title: string; description: string; property_type: string; room_type: string; country_id: string; city_id: string; neighborhood_id?: string | null | undefined; address?: string | null | undefined; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents?: number | null | undefined; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; status: PropertyStatus; property_id: string }, { id: string }>('properties/update'),
    /** Changes a photo's text, and moves it to a place in the list; the others make room. */
    updatePhotos: many<{ photo_id: number; position?: number | null | undefined; property_id: string; alt?: string | null | undefined }, { id: number; url: string; width: number; height: number; alt: string | null }>('properties/update-photos'),
  },
  realtime: {
    /** A payload that travelled by reference. */
    findPayload: optional<{ id: number }, { payload: string }>('realtime/find-payload'),
    /** Keeps a payload that is too long for a notification; it travels by reference. */
    insertPayload: one<{ payload: string }, { id: number }>('realtime/insert-payload'),
    /** Tells every node, at commit and never after a rollback. */
    publish: many<{ message: string }, { pg_notify: unknown | null }>('realtime/publish'),
  },
  reservations: {
    /** What a guest has begun and not finished: holds that await their payment, inquiries that await an answer. */
    countOpen: one<{ guest_id: number }, { holds: number; inquiries: number }>('reservations/count-open'),
    /** One reservation with its payment and its history, for its guest, its owner or the staff. */
    find: optional<{ reservation_id: number; user_id: number; is_staff: boolean }, { id: number; property_id: string; home: string; guest_id: number; owner_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; cancelled_by: Actor | null; message: string | null; quote: unknown; hold_expires_at: string | null; created_at: string; payment_status: PaymentStatus | null; checkout_url: string | null; timeline: unknown }>('reservations/find'),
    /** The reservation that a guest made from a quote. */
    findByQuote: optional<{ quote_id: string }, { id: number; guest_id: number; status: ReservationStatus; payment_id: number | null }>('reservations/find-by-quote'),
    /** A guest's own unpaid hold on just this stay. */
    findOwnHold: optional<{ guest_id: number; property_id: string; quote_id?: string | null | undefined; check_in: string; check_out: string; adults: number; children: number; infants: number }, { reservation_id: number; payment_id: number }>('reservations/find-own-hold'),
    /** Who is concerned by a reservation, and what stay it is. */
    findParties: optional<{ reservation_id: number }, { id: number; property_id: string; guest_id: number; check_in: string; check_out: string; owner_id: number; home: string }>('reservations/find-parties'),
    /** A new reservation and the first entry of its history. */
    insert: one<{ property_id: string; guest_id: number; quote_id?: string | null | undefined; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; message?: string | null | undefined; quote: unknown; total_cents: number; due_now_cents: number; currency: string; hold_minutes: number }, { id: number }>('reservations/insert'),
    /** A user's reservations as guest or as owner, newest first. */
    list: many<{ as_owner: boolean; user_id: number; status?: ReservationStatus | null | undefined; limit: number; offset: number }, { id: number; property_id: string; home: string; guest_id: number; owner_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; total_cents: number; currency: string; created_at: string; payment_status: PaymentStatus | null; total: number }>('reservations/list'),
    /** A page of the holds and inquiries whose time is up, those that ended first; `ended_at` in full, microseconds included. */
    listStale: many<{ ended_at: string; id: number }, { id: number; property_id: string; check_in: string; check_out: string; ended_at: string }>('reservations/list-stale'),
    /** Holds and inquiries of a home whose time is up, and that touch the given nights; `is_closed` when nobody can pay them any more. */
    listStaleHolds: many<{ property_id: string; check_in: string; check_out: string }, { id: number; property_id: string; is_closed: boolean }>('reservations/list-stale-holds'),
    /** The state of a reservation, locked until the end of the transaction. */
    lock: optional<{ reservation_id: number }, { id: number; status: ReservationStatus }>('reservations/lock'),
    /** A guest's own reservation as it stands, locked until the end of the transaction. */
    lockForCancellation: optional<{ reservation_id: number; guest_id: number }, { id: number; check_out: string; status: ReservationStatus; quote: unknown; total_cents: number; property_id: string; today: string }>('reservations/lock-for-cancellation'),
    /** Bookings of one guest queue up here, before they queue for a home, so that what waits for payment can be counted. */
    lockGuest: one<{ guest_id: number }, { locked: boolean }>('reservations/lock-guest'),
    /** Moves a reservation if it is in one of the states it may come from, and writes the move down; no row otherwise. */
    move: optional<{ reservation_id: number; sources: (ReservationStatus)[]; to_status: ReservationStatus; actor: Actor; actor_id?: number | null | undefined; reason?: string | null | undefined }, { id: number; guest_id: number; check_in: string; check_out: string; owner_id: number; home: string }>('reservations/move'),
    /** Gives the nights of a reservation back. */
    releaseNights: nothing<{ reservation_id: number }>('reservations/release-nights'),
    /** Takes the nights of a reservation; PostgreSQL refuses (23P01) when one of them is taken. */
    takeNights: nothing<{ reservation_id: number }>('reservations/take-nights'),
  },
  seasons: {
    /** Deletes a season. */
    delete: optional<{ season_id: number }, { id: number }>('seasons/delete'),
    /** One season; of a draft home only for its owner and the staff. */
    find: optional<{ season_id: number; user_id?: number | null | undefined; is_staff: boolean }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('seasons/find'),
    /** A new season of a home. */
    insert: one<{ property_id: string; label: string; description?: string | null | undefined; start_date: string; end_date: string; reduction_hundredths: number; min_stay?: number | null | undefined; max_stay?: number | null | undefined; policy: SeasonPolicy; status: SeasonStatus }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('seasons/insert'),
    /** Seasons, by their home's if one is named, earliest first; of draft homes only for their owners and the staff. */
    list: many<{ property_id?: string | null | undefined; user_id?: number | null | undefined; is_staff: boolean; limit: number; offset: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus; total: number }>('seasons/list'),
    /** One season as it stands, locked until the end of the transaction. */
    lock: optional<{ season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('seasons/lock'),
    /** Writes a season whole, as it was merged under a lock. */
    update: one<{ property_id: string; label: string; description?: string | null | undefined; start_date: string; end_date: string; reduction_hundredths: number; min_stay?: number | null | undefined; max_stay?: number | null | undefined; policy: SeasonPolicy; status: SeasonStatus; season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('seasons/update'),
  },
  users: {
    /** A user becomes an owner by having a property. */
    becomeOwner: nothing<{ user_id: number }>('users/become-owner'),
    /** Stays that an account still owes somebody, as guest or as owner. */
    countObligations: one<{ user_id: number }, { total: number }>('users/count-obligations'),
    /** Erases a person: everything that names them goes, the row stays for the reservations that accounting keeps. Its name and address cannot be guessed, so nobody can have registered them before. */
    erase: many<{ user_id: number }, { id: number }>('users/erase'),
    /** Everything we keep of a person, as one document. */
    export: optional<{ user_id: number }, { document: unknown }>('users/export'),
    /** The profile of one account. */
    find: optional<{ user_id: number }, { id: number; username: string; first_name: string; last_name: string; job: string | null; location: string | null; country_id: string | null; phone: string | null; email: string; role: UserRole; locale: Locale; avatar: string | null; email_verified: boolean; created_at: string }>('users/find'),
    /** What a message to an account needs: its address, its language and what it wants to be told. */
    findContact: optional<{ user_id: number }, { id: number; email: string; first_name: string; locale: Locale; wants_email: boolean; wants_push: boolean }>('users/find-contact'),
    /** Gives an account a role. */
    grantRole: optional<{ role: UserRole; email: string }, { id: number; email: string; role: UserRole }>('users/grant-role'),
    /** The pictures that show an account. */
    listFiles: many<{ user_id: number }, { path: string }>('users/list-files'),
    /** The people to alert when something needs a human. */
    listSupport: many<Record<never, never>, { id: number }>('users/list-support'),
    /** An account as it stands, locked until the end of the transaction. */
    lock: optional<{ user_id: number }, { id: number; username: string; first_name: string; last_name: string; job: string | null; location: string | null; country_id: string | null; phone: string | null; email: string; password_hash: string | null; avatar: string | null; locale: Locale; token_version: number; verified: boolean }>('users/lock'),
    /** Writes a profile whole, as it was merged under a lock; a new password voids every older token. */
    update: optional<{ username: string; first_name: string; last_name: string; job?: string | null | undefined; location?: string | null | undefined; country_id?: string | null | undefined; phone?: string | null | undefined; avatar?: string | null | undefined; locale: Locale; password_hash?: string | null | undefined; user_id: number }, { id: number; token_version: number }>('users/update'),
  },
  webhooks: {
    /** Events that wait to be applied, and for how long the oldest has waited. */
    countWaiting: one<Record<never, never>, { waiting: number; oldest_seconds: number }>('webhooks/count-waiting'),
    /** The database's clock, in seconds since 1970. */
    databaseTime: one<Record<never, never>, { seconds: number }>('webhooks/database-time'),
    /** An event that waits to be applied. */
    findEvent: optional<{ provider: string; event_id: string }, { event_id: string; type: string; payload: unknown | null }>('webhooks/find-event'),
    /** Puts an event into the inbox; no row when it is there already. */
    insertEvent: optional<{ provider: string; event_id: string; type: string; payload?: unknown | null | undefined; body?: Uint8Array | null | undefined; status: EventStatus; error?: string | null | undefined }, { event_id: string }>('webhooks/insert-event'),
    /** Events that were tried and could not be applied, the oldest first. */
    listWaiting: many<Record<never, never>, { provider: string; event_id: string; type: string; received_at: string; attempts: number; error: string | null }>('webhooks/list-waiting'),
    /** Notes what became of an event. */
    settleEvent: nothing<{ status: EventStatus; error?: string | null | undefined; provider: string; event_id: string }>('webhooks/settle-event'),
    /** Notes why an event could not be applied; it is tried again. */
    updateFailure: nothing<{ error: string; provider: string; event_id: string }>('webhooks/update-failure'),
  },
} as const
