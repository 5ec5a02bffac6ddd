// Written by `npm run sql:types`; do not edit.
import type { Actor, Amenity, ApiKeyKind, ArrivalAccess, CalendarConflictKind, CancellationPolicy, ChangeRequestStatus, ChannelUpdateKind, ClosureKind, DeliveryStatus, EventStatus, InvoiceKind, Locale, MessageSource, MessageState, MoneyMethod, NotificationType, OauthProvider, PasskeyPurpose, PaymentKind, PaymentStatus, PolicyStatus, PolicyType, PropertyStatus, PropertyType, ReceiptStatus, RefundSource, RefundStatus, ReservationSource, ReservationStatus, RoomType, SeasonPolicy, SeasonStatus, SellerKind, TaskKind, TemplateSendingStatus, TemplateTrigger, UserRole, WebhookRegistration } from './enums.ts'
import { composed, many, nothing, numbering, one, optional } from './query.ts'

/** The parts of the statements in sql/bookings/reservations. */
export type ReservationsPart = 'arriving' | 'arriving-today' | 'as-guest' | 'as-owner' | 'as-staff' | 'by-arrival' | 'by-deadline' | 'by-departure' | 'coming' | 'departing' | 'departing-today' | 'disputed' | 'expired-lately' | 'from' | 'in-house' | 'in-status' | 'inquiring' | 'labelled' | 'named' | 'named-for-guest' | 'newest-first' | 'of-home' | 'oldest-first' | 'on-homes' | 'open-balance' | 'open-unpaid' | 'overdue' | 'past' | 'refund-failed' | 'sold-twice' | 'taking-place' | 'to'

/** The parts of the statements in sql/conversations/messages. */
export type MessagesPart = 'on-homes'

/** The parts of the statements in sql/homes/properties. */
export type PropertiesPart = 'by-place' | 'by-title' | 'last-changed'

/** The parts of the statements in sql/homes/search. */
export type SearchPart = 'amenities' | 'bathrooms' | 'bedrooms' | 'by-rank' | 'by-total' | 'descending' | 'distance' | 'favorites' | 'free-for-stay' | 'in-box' | 'in-box-over-date-line' | 'in-city' | 'in-country' | 'in-neighborhood' | 'in-radius' | 'instant-book' | 'looked-at-apart' | 'looked-at-once' | 'most-popular-thousand' | 'newest' | 'night-from' | 'night-to' | 'on-homes' | 'party' | 'popularity' | 'price-of-a-night' | 'price-of-stay' | 'property-type' | 'rating' | 'room-type' | 'total-from' | 'total-to' | 'with-price-of-a-night' | 'with-similar-text' | 'with-text' | 'without-price'

/** The parts of the statements in sql/hosting/tasks. */
export type TasksPart = 'done' | 'from' | 'late' | 'of-assignee' | 'of-home' | 'of-kind' | 'on-day' | 'on-homes' | 'one' | 'open' | 'to' | 'today'

/** The parts of the statements in sql/integrations/exports. */
export type ExportsPart = 'arrives-from' | 'arrives-to' | 'as-owner' | 'as-staff' | 'from' | 'issued-from' | 'issued-to' | 'left-from' | 'left-to' | 'made-from' | 'made-to' | 'of-home' | 'on-homes' | 'to'

/** The parts of the statements in sql/integrations/mirror. */
export type MirrorPart = 'as-owner' | 'changed-homes' | 'changed-invoices' | 'changed-payments' | 'changed-reservations' | 'of-home' | 'on-homes'

/** The parts of the statements in sql/platform/events. */
export type EventsPart = 'about-home' | 'of-owner' | 'of-types' | 'on-homes'

export const queries = {
  apiKeys: {
    /** Counts those of some homes for which an account may have keys: its own, or as one of the staff any. */
    countHomes: one<{ property_ids: (string)[]; user_id: number; is_staff: boolean }, { count: number }>('accounts/api-keys/count-homes', 'read'),
    /** Counts the keys of an account, with those that have expired. */
    count: one<{ user_id: number }, { count: number }>('accounts/api-keys/count', 'read'),
    /** Deletes an API key of an account. */
    delete: optional<{ id: string; user_id: number }, { id: string }>('accounts/api-keys/delete', 'write'),
    /** The keys of a person end with their account. */
    erase: nothing<{ user_id: number }>('accounts/api-keys/erase', 'write'),
    /** A key that is good, by its hash, with its account as it is now, and the homes that it is for; null: all there are. `is_unmarked`: that it is used has not been written within the minute. */
    find: optional<{ hash: Uint8Array }, { id: string; kind: ApiKeyKind; scopes: (string)[]; origins: (string)[]; is_for_all: boolean; is_unmarked: boolean; homes: (string)[] | null; user_id: number; username: string; avatar: string | null; role: UserRole; locale: Locale; token_version: number; verified: boolean; has_second_factor: boolean }>('accounts/api-keys/find', 'replica'),
    /** A key. */
    insert: one<{ user_id: number; kind: ApiKeyKind; name: string; hash: Uint8Array; prefix: string; scopes: (string)[]; property_ids?: (string)[] | null | undefined; origins: (string)[]; expires_at?: string | null | undefined }, { id: string }>('accounts/api-keys/insert', 'write'),
    /** Tells whether pages of an origin may use some publishable key: of anybody, or one of this owner for this home. */
    isOrigin: one<{ origin: string; owner_id?: number | null | undefined; property_id?: string | null | undefined }, { found: boolean }>('accounts/api-keys/is-origin', 'replica'),
    /** The names of an account's keys that work. */
    listNames: many<{ user_id: number }, { name: string; prefix: string }>('accounts/api-keys/list-names', 'read'),
    /** The keys of an account, the latest first; one of them where an id is given. */
    list: many<{ user_id: number; id?: string | null | undefined; limit: number; offset: number }, { id: string; kind: ApiKeyKind; name: string; prefix: string; scopes: (string)[]; property_ids: (string)[] | null; origins: (string)[]; expires_at: string | null; last_used_at: string | null; created_at: string; total: number }>('accounts/api-keys/list', 'read'),
    /** Writes that a key is used, once a minute. */
    markUsed: nothing<{ id: string }>('accounts/api-keys/mark-used', 'write'),
    /** Changes a key of an account; what is not given stays, and no scope is added. */
    update: optional<{ name?: string | null | undefined; scopes?: (string)[] | null | undefined; origins?: (string)[] | null | undefined; id: string; user_id: number }, { id: string }>('accounts/api-keys/update', 'write'),
  },
  audit: {
    /** Makes the tables of the months to come, and drops the oldest month if all of it is older than so many days. */
    dropMonth: one<{ keep_days: number }, { deleted: number }>('accounts/audit/drop-month', 'write'),
    /** Removes personal data from the audit entries about a user. Ids, action and time stay. */
    erase: nothing<{ user_id: number }>('accounts/audit/erase', 'write'),
    /** All audit entries, newest first. For administrators. */
    listAll: many<{ before?: number | null | undefined; property_id?: string | null | undefined; action?: string | null | undefined; person?: number | null | undefined; from?: string | null | undefined; until?: string | null | undefined; limit: number }, { id: number; at: string; action: string; object_id: string; property_id: string | null; owner_id: number | null; actor_id: number | null; actor_role: UserRole | null; key_id: string | null; as_member: boolean; data: unknown | null; address: string | null; device: string | null }>('accounts/audit/list-all', 'read'),
    /** Changes to the homes of an owner, or to some of them, and changes that somebody made themselves, newest first. `person`: changes of somebody whom the reader sees, `reader` or a member of the team. */
    list: many<{ owner_id: number; before?: number | null | undefined; property_id?: string | null | undefined; action?: string | null | undefined; person?: number | null | undefined; reader: number; from?: string | null | undefined; until?: string | null | undefined; homes?: (string)[] | null | undefined; or_no_home: boolean; limit: number; actor_id?: number | null | undefined }, { id: number; at: string; action: string; object_id: string; property_id: string | null; owner_id: number | null; actor_id: number | null; actor_role: UserRole | null; key_id: string | null; as_member: boolean; data: unknown | null; address: string | null; device: string | null }>('accounts/audit/list', 'read'),
    /** Writes that somebody took the archive of an account, or made an address for it. */
    noteArchive: many<{ owner_id: number }, { audit_note: unknown | null }>('accounts/audit/note-archive', 'write'),
  },
  auth: {
    /** Makes a user an owner; other roles do not change. */
    becomeOwner: numbering(nothing<{ user_id: number }>('accounts/auth/become-owner', 'write')),
    /** Gives an unverified account to the owner of its address. Its password and tokens may be those of somebody else, so both are revoked. */
    claimUnverified: numbering(optional<{ user_id: number }, { token_version: number }>('accounts/auth/claim-unverified', 'write')),
    /** Counts one more attempt, or an amount, within a window; returns the count and the seconds until the window ends, by the clock, because a transaction that began before the window would wait for longer than it lasts. */
    countAttempt: one<{ key: string; seconds: number; amount: number }, { count: number; wait_seconds: number }>('accounts/auth/count-attempt', 'write'),
    /** Counts an attempt of each counter, in one order for all, so that two cannot wait for each other. Returns the counters above a limit. */
    countAttempts: many<{ keys: (string)[]; seconds: number; limit: number }, { key: string }>('accounts/auth/count-attempts', 'write'),
    /** Counts bytes of history of some accounts, and returns how many each has had within its day. */
    countHistory: many<{ owners: (number)[]; added: (number)[] }, { owner_id: number; bytes: number }>('accounts/auth/count-history', 'write'),
    /** Counts a login attempt before its password is checked: first by account and address, then, unless that refuses it, by account alone. The second limit does not apply to addresses that have logged in to the account before. Returns the seconds to wait; null: go on. */
    countLogin: one<{ account: string; address: string; own_limit: number; account_limit: number; user_id?: number | null | undefined }, { wait_seconds: number | null }>('accounts/auth/count-login', 'write'),
    /** Counts a wrong try of a reset code; of an unknown address there is none, and the statement does the same. */
    countWrongResetCode: nothing<{ user_id?: number | null | undefined }>('accounts/auth/count-wrong-reset-code', 'write'),
    /** Counts a wrong try of a verification code; of an unknown address there is none, and the statement does the same. */
    countWrongVerificationCode: nothing<{ user_id?: number | null | undefined }>('accounts/auth/count-wrong-verification-code', 'write'),
    /** Voids the link and the code of a pending change of address. */
    deleteAddressChange: optional<{ user_id: number }, { user_id: number }>('accounts/auth/delete-address-change', 'write'),
    /** Deletes counters of attempts whose window has ended, in batches. */
    deleteEndedCounters: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-ended-counters', 'write'),
    /** Deletes ended sessions whose tokens can no longer be refreshed, in batches. */
    deleteEndedSessions: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-ended-sessions', 'write'),
    /** Deletes resets of passwords a week after their end, in batches. */
    deleteExpiredResets: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-expired-resets', 'write'),
    /** Deletes links that undo a change of an account, after their end, in batches. */
    deleteExpiredUndos: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-expired-undos', 'write'),
    /** Deletes links and codes of verifications a week after their end, in batches. */
    deleteExpiredVerifications: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-expired-verifications', 'write'),
    /** Unlinks all external identities of an account. */
    deleteIdentities: nothing<{ user_id: number }>('accounts/auth/delete-identities', 'write'),
    /** Deletes addresses that an account has not logged in from for half a year, in batches. */
    deleteOldAddresses: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-old-addresses', 'write'),
    /** Voids everything pending on an account: a verification, a change of address, a reset of the password. It is a statement of its own, run after the row of the account is locked, so that it sees what an earlier transaction has written. */
    deletePending: nothing<{ user_id: number }>('accounts/auth/delete-pending', 'write'),
    /** Deletes records of refreshed tokens that can no longer be refreshed, in batches. */
    deleteRefreshedTokens: one<Record<never, never>, { deleted: number }>('accounts/auth/delete-refreshed-tokens', 'write'),
    /** Ends the session of a token that was refreshed some time ago: one of those who have it is not who signed in. No row otherwise. */
    endReplayedSession: optional<{ sid: string; user_id: number; life_seconds: number; jti: string }, { sid: string }>('accounts/auth/end-replayed-session', 'write'),
    /** Ends a session: its tokens are refused, on every node at once. */
    endSession: nothing<{ sid: string; user_id: number; life_seconds: number }>('accounts/auth/end-session', 'write'),
    /** Erases an account: what identifies its person is deleted, and the row stays for the reservations that accounting needs. Its name and address become random, so nobody can have registered them before. Returns its picture. */
    erase: numbering(one<{ user_id: number }, { avatar: string | null }>('accounts/auth/erase', 'write')),
    /** Replaces a code by a token; no row when another request was faster. */
    exchangeResetCode: optional<{ token_hash: Uint8Array; user_id: number; code_hash: Uint8Array }, { user_id: number }>('accounts/auth/exchange-reset-code', 'write'),
    /** The account of a token; no row when its session has ended, it was refreshed some time ago, it is of an older version, or the account is deleted. */
    findAccount: optional<{ user_id: number; token_version: number; sid: string; jti: string }, { id: number; username: string; avatar: string | null; role: UserRole; locale: Locale; token_version: number; verified: boolean; has_second_factor: boolean }>('accounts/auth/find-account', 'read'),
    /** The accounts of many tokens, each with the number of its token, from 1. The conditions are those of `find-account`; `offset 0` keeps PostgreSQL from joining whole tables: each token is looked up by the indexes. */
    findAccounts: many<{ user_ids: (number)[]; token_versions: (number)[]; sids: (string)[]; jtis: (string)[] }, { number: number; id: number; username: string; avatar: string | null; role: UserRole; locale: Locale; token_version: number; verified: boolean; has_second_factor: boolean }>('accounts/auth/find-accounts', 'read'),
    /** Returns the count of a counter within its present window, and the seconds until that ends. */
    findAttempts: one<{ key: string }, { count: number; wait_seconds: number }>('accounts/auth/find-attempts', 'read'),
    /** The account of an e-mail address, locked, so that it cannot change its address meanwhile. */
    findByEmail: optional<{ email: string }, { id: number; role: UserRole; token_version: number; verified: boolean }>('accounts/auth/find-by-email', 'write'),
    /** The account that an external identity signs in to. */
    findByIdentity: optional<{ provider: OauthProvider; subject: string }, { id: number; role: UserRole; token_version: number }>('accounts/auth/find-by-identity', 'read'),
    /** The account of a login: what contains `@` is an e-mail address, what is a telephone number is one, all else is a username. */
    findByLogin: optional<{ login: string }, { id: number; role: UserRole; token_version: number; password_hash: string | null; verified: boolean }>('accounts/auth/find-by-login', 'read'),
    /** Tells whether the account of a customer has been erased. The customer is locked before, in a statement of its own. */
    findErased: optional<{ user_id: number }, { id: number }>('accounts/auth/find-erased', 'read'),
    /** The account of an address whose password may be reset. */
    findForReset: optional<{ email: string }, { id: number; email: string; locale: Locale }>('accounts/auth/find-for-reset', 'read'),
    /** The hash of an account's password; null for an account without a password. */
    findPassword: optional<{ user_id: number }, { password_hash: string | null }>('accounts/auth/find-password', 'read'),
    /** A person, with the data for the payment provider. */
    findPerson: optional<{ user_id: number }, { id: number; email: string; name: string }>('accounts/auth/find-person', 'read'),
    /** Lists those of some identifying fields that another account has already; a username also where one looks like it, unless it is the account's own already. */
    findTaken: optional<{ email: string; username: string; user_id: number; phone?: string | null | undefined }, { email: boolean; username: boolean; phone: boolean }>('accounts/auth/find-taken', 'read'),
    /** The change that a valid link undoes. */
    findUndo: optional<{ token_hash: Uint8Array }, { user_id: number; email: string; expires_at: string }>('accounts/auth/find-undo', 'read'),
    /** The unverified account of an address, locked: every change of an account locks its row first. */
    findUnverified: optional<{ email: string }, { id: number; email: string; first_name: string; locale: Locale }>('accounts/auth/find-unverified', 'write'),
    /** Uses the token and sets the new password. Every older token of the account becomes void, and its address is verified, because its mailbox received the code. */
    finishReset: numbering(optional<{ email: string; token_hash: Uint8Array; password_hash: string }, { id: number; email: string; first_name: string; locale: Locale }>('accounts/auth/finish-reset', 'write')),
    /** Subtracts a login attempt whose password was correct and resets the counter of the address. The counter of the address is locked first, as in count-login.sql, so that two logins at once cannot deadlock. */
    forgiveLogin: nothing<{ account: string; address: string }>('accounts/auth/forgive-login', 'write'),
    /** Gives an account a role. */
    grantRole: numbering(optional<{ role: UserRole; email: string }, { id: number; email: string; role: UserRole }>('accounts/auth/grant-role', 'write')),
    /** An account that nobody erases until the end of the transaction; others may hold it too. */
    holdUser: optional<{ user_id: number }, { id: number }>('accounts/auth/hold-user', 'write'),
    /** A new account for an external identity, without a password. Its address is verified where the provider vouches for it. */
    insertExternalUser: numbering(one<{ username: string; first_name: string; last_name: string; email: string; is_verified: boolean; locale: Locale }, { id: number; role: UserRole; token_version: number }>('accounts/auth/insert-external-user', 'write')),
    /** Links an external identity to an account. */
    insertIdentity: nothing<{ provider: OauthProvider; subject: string; user_id: number }>('accounts/auth/insert-identity', 'write'),
    /** A link that undoes a change of an account for 72 hours. */
    insertUndo: numbering(nothing<{ user_id: number; token_hash: Uint8Array; email: string }>('accounts/auth/insert-undo', 'write')),
    /** A new, unverified account. */
    insertUser: numbering(one<{ username: string; first_name: string; last_name: string; job?: string | null | undefined; location?: string | null | undefined; country_id: string; phone?: string | null | undefined; email: string; password_hash: string; locale: Locale; avatar?: string | null | undefined }, { id: number; username: string; email: string; token_version: number }>('accounts/auth/insert-user', 'write')),
    /** A new link and code for an account, or for the address it wants to change to; earlier ones become void. */
    insertVerification: nothing<{ user_id: number; email?: string | null | undefined; token_hash: Uint8Array; code_hash: Uint8Array }>('accounts/auth/insert-verification', 'write'),
    /** The addresses of an account, present, earlier and to come, in lower case, and its first name. */
    listAddresses: optional<{ user_id: number }, { first_name: string; addresses: (string)[] }>('accounts/auth/list-addresses', 'read'),
    /** Lists the pictures of accounts among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('accounts/auth/list-named-files', 'read'),
    /** The accounts to notify when a person has to act. */
    listSupport: many<Record<never, never>, { id: number }>('accounts/auth/list-support', 'read'),
    /** The account of a verification link, locked: every change of an account locks its row first. */
    lockByVerification: optional<{ token_hash: Uint8Array }, { id: number; email: string; first_name: string; locale: Locale; verified: boolean }>('accounts/auth/lock-by-verification', 'write'),
    /** Serialises sign-ins with one address, so that two at once create one account. */
    lockEmail: nothing<{ email: string }>('accounts/auth/lock-email', 'write'),
    /** The reset code of an account that can still be entered, locked until the try is counted, and the counter of wrong codes of a day: that of the account, or its own of an address that has logged in to it before. */
    lockResetCode: optional<{ address: string; email: string }, { user_id: number; code_hash: Uint8Array; counter: string }>('accounts/auth/lock-reset-code', 'write'),
    /** An account, locked until the end of the transaction. */
    lockUser: optional<{ user_id: number }, { id: number; username: string; first_name: string; last_name: string; job: string | null; location: string | null; country_id: string | null; phone: string | null; email: string; password_hash: string | null; avatar: string | null; locale: Locale; token_version: number; verified: boolean; has_second_factor: boolean }>('accounts/auth/lock-user', 'write'),
    /** Serialises accounts that take names that look alike. */
    lockUsername: nothing<{ username: string }>('accounts/auth/lock-username', 'write'),
    /** The verification code of an address that can still be entered, locked until the try is counted, and the counter of wrong codes of a day: that of the account, or its own of an address that has logged in to it before. */
    lockVerificationCode: optional<{ address: string; email: string }, { user_id: number; code_hash: Uint8Array; token_hash: Uint8Array; counter: string }>('accounts/auth/lock-verification-code', 'write'),
    /** Counts a refresh of a token; no row when it was refreshed too often, or too long ago. */
    refreshToken: optional<{ jti: string; user_id: number; issued_at: number; life_seconds: number }, { jti: string }>('accounts/auth/refresh-token', 'write'),
    /** Takes an address from another account that never verified it, for the account that owns the mailbox. The other account gets a random address, which nobody can have registered before. */
    releaseAddress: numbering(optional<{ email: string; user_id: number }, { id: number }>('accounts/auth/release-address', 'write')),
    /** From now on the sign-ins of an account need a second factor, and tokens of before are no good. */
    requireSecondFactor: numbering(optional<{ user_id: number }, { id: number; token_version: number }>('accounts/auth/require-second-factor', 'write')),
    /** Restores an account's address and revokes its tokens and its password; a new password is set through that address. */
    restoreAddress: numbering(optional<{ email: string; user_id: number }, { id: number; email: string }>('accounts/auth/restore-address', 'write')),
    /** Invalidates all tokens of an account. */
    revokeTokens: numbering(nothing<{ user_id: number }>('accounts/auth/revoke-tokens', 'write')),
    /** Subtracts an attempt that was successful. */
    uncountAttempt: nothing<{ key: string }>('accounts/auth/uncount-attempt', 'write'),
    /** For whom the invoices of an account are made out from now on; no row for an account that is gone. */
    updateBilling: numbering(optional<{ company?: string | null | undefined; vat_number?: string | null | undefined; address?: string | null | undefined; user_id: number }, { company: string | null; vat_number: string | null; address: string | null }>('accounts/auth/update-billing', 'write')),
    /** Writes all fields of a profile, as they were merged under a lock. A new password revokes every older token. */
    updateUser: numbering(optional<{ username: string; first_name: string; last_name: string; job?: string | null | undefined; location?: string | null | undefined; country_id?: string | null | undefined; phone?: string | null | undefined; avatar?: string | null | undefined; locale: Locale; password_hash?: string | null | undefined; user_id: number }, { id: number; token_version: number }>('accounts/auth/update-user', 'write')),
    /** Records an address that an account has logged in from, if the e-mail address of the account is verified. */
    upsertLoginAddress: nothing<{ address: string; user_id: number }>('accounts/auth/upsert-login-address', 'write'),
    /** A new code for a quarter of an hour; the earlier code becomes void. A token stays valid: its holder has proven access to the mailbox, and a request for a code proves nothing. */
    upsertReset: nothing<{ user_id: number; code_hash: Uint8Array }>('accounts/auth/upsert-reset', 'write'),
    /** Uses an undo link. Deletes the links of later changes, which the author of those changes may hold, and the external identities that were linked since. */
    useUndo: optional<{ token_hash: Uint8Array }, { user_id: number; email: string }>('accounts/auth/use-undo', 'write'),
    /** Makes the address of a link the verified address of its account, and deletes the link. */
    verifyByToken: numbering(optional<{ token_hash: Uint8Array }, { id: number; email: string }>('accounts/auth/verify-by-token', 'write')),
    /** The sign-ins of an account need no second factor any more. */
    waiveSecondFactor: numbering(nothing<{ user_id: number }>('accounts/auth/waive-second-factor', 'write')),
  },
  company: {
    /** Deletes the company of an account, and returns its logo. */
    erase: numbering(optional<{ user_id: number }, { logo: string | null }>('accounts/company/erase', 'write')),
    /** Returns the company of an account. */
    find: optional<{ owner_id: number }, { name: string; logo: string | null; colour: string | null; site: string | null; reply_to: string | null; legal: string | null }>('accounts/company/find', 'read'),
    /** Lists the logos of companies among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('accounts/company/list-named-files', 'read'),
    /** Locks the company of an account and returns its logo. The caller has locked the account, which a company that does not exist yet needs. */
    lock: optional<{ owner_id: number }, { logo: string | null }>('accounts/company/lock', 'write'),
    /** Writes the company of an account. */
    upsert: numbering(one<{ owner_id: number; name: string; logo?: string | null | undefined; colour?: string | null | undefined; site?: string | null | undefined; reply_to?: string | null | undefined; legal?: string | null | undefined }, { name: string; logo: string | null; colour: string | null; site: string | null; reply_to: string | null; legal: string | null }>('accounts/company/upsert', 'write')),
  },
  notifications: {
    /** Counts the unread notifications of a user. */
    countUnread: one<{ user_id: number; types: (string)[] }, { unread: number }>('accounts/notifications/count-unread', 'read'),
    /** Deletes a team member's copies of the notifications of an account. */
    deleteCopies: nothing<{ user_id: number; account_id: number }>('accounts/notifications/delete-copies', 'write'),
    /** Deletes notifications after so many days, in batches: the lowest ids are the oldest. */
    deleteOld: one<{ days: number }, { deleted: number }>('accounts/notifications/delete-old', 'write'),
    /** Deletes what a company was notified of about some stays: it names the guest. */
    eraseStays: nothing<{ owner_id: number; reservation_ids: (number)[] }>('accounts/notifications/erase-stays', 'write'),
    /** Deletes a user's notifications, their copies for the team, and the settings. */
    erase: nothing<{ user_id: number }>('accounts/notifications/erase', 'write'),
    /** A user's notification of a fact, deleted ones included. */
    findByKey: optional<{ user_id: number; dedupe_key: string }, { id: number; type: NotificationType; content: unknown; data: unknown; created_at: string }>('accounts/notifications/find-by-key', 'read'),
    /** The dedupe key of the latest notification whose key begins with a text. */
    findLatestKey: optional<{ user_id: number; prefix: string }, { dedupe_key: string }>('accounts/notifications/find-latest-key', 'read'),
    /** The notification settings of a user; the defaults apply until they change them. */
    findSettings: optional<{ user_id: number }, { email_notifications: boolean; push_notifications: boolean; marketing_emails: boolean; muted_topics: (string)[] }>('accounts/notifications/find-settings', 'read'),
    /** The account that a link in a mail was made for. */
    findSubscriber: optional<{ key: string }, { user_id: number; email: string; locale: Locale }>('accounts/notifications/find-subscriber', 'read'),
    /** Hides one of a user's notifications. The row stays, so that the same fact is not reported again. */
    hide: optional<{ id: number; user_id: number; types: (string)[] }, { id: number }>('accounts/notifications/hide', 'write'),
    /** Stores notifications in their order, and a copy for a member of a team only with the one that it is a copy of (`of`, its number); no row for one whose key the user has already. Nodes of 0.1 and 0.2 are not shown types that they cannot read (migrations/20261129000100_notifications.readable.sql). */
    insertAll: numbering(many<{ notifications: unknown }, { id: number; user_id: number; dedupe_key: string; created_at: string }>('accounts/notifications/insert-all', 'write')),
    /** The contacts of accounts: address, language, the messages that their users want, and the key that ends them. */
    listContacts: many<{ user_ids: (number)[] }, { id: number; email: string; first_name: string; avatar: string | null; locale: Locale; mail_key: string; verified: boolean; wants_email: boolean; wants_push: boolean; wants_marketing: boolean; muted: (string)[] }>('accounts/notifications/list-contacts', 'read'),
    /** The notifications of users under these keys, each key with its user, and their copies for teams. */
    listNotified: many<{ user_ids: (number)[]; keys: (string)[] }, { id: number; user_id: number; key: string; content: unknown }>('accounts/notifications/list-notified', 'read'),
    /** A user's notifications, all or those that are unread, newest first. */
    list: many<{ user_id: number; unread: boolean; types: (string)[]; limit: number; offset: number }, { id: number; type: NotificationType; content: unknown; data: unknown; read_at: string | null; created_at: string; total: number }>('accounts/notifications/list', 'read'),
    /** Marks all of a user's notifications as read. */
    markAllRead: many<{ user_id: number; types: (string)[] }, { id: number }>('accounts/notifications/mark-all-read', 'write'),
    /** Marks notifications of messages as read, up to a message: those of another person, or of a stay, for a user, and their copies for the team. */
    markMessagesRead: many<{ user_id: number; sender_id?: number | null | undefined; reservation_id?: number | null | undefined; message_id: number }, { id: number; user_id: number }>('accounts/notifications/mark-messages-read', 'write'),
    /** Marks one of a user's notifications as read; the first time is kept. */
    markRead: optional<{ id: number; user_id: number; types: (string)[] }, { id: number; type: NotificationType; content: unknown; data: unknown; read_at: string | null; created_at: string }>('accounts/notifications/mark-read', 'write'),
    /** Takes a name out of notifications, and the files, which are gone. */
    rewrite: nothing<{ ids: (number)[]; change: unknown }>('accounts/notifications/rewrite', 'write'),
    /** Changes the given settings and keeps the others. */
    updateSettings: optional<{ user_id: number; email_notifications?: boolean | null | undefined; push_notifications?: boolean | null | undefined; marketing_emails?: boolean | null | undefined; muted_topics?: (string)[] | null | undefined }, { email_notifications: boolean; push_notifications: boolean; marketing_emails: boolean; muted_topics: (string)[] }>('accounts/notifications/update-settings', 'write'),
  },
  policies: {
    /** Archives the published text, so that the next version can take its place. */
    archivePublished: nothing<{ type: PolicyType; locale: Locale; except_id?: number | null | undefined }>('accounts/policies/archive-published', 'write'),
    /** Archives a policy. */
    archive: optional<{ policy_id: number }, { id: number }>('accounts/policies/archive', 'write'),
    /** Deletes a draft. Nobody can have accepted a draft. */
    deleteDraft: optional<{ policy_id: number }, { id: number }>('accounts/policies/delete-draft', 'write'),
    /** Takes the address and the browser from what a user has accepted. */
    erase: nothing<{ user_id: number }>('accounts/policies/erase', 'write'),
    /** When a user accepted a text, and its version. */
    findAcceptance: optional<{ user_id: number; policy_id: number }, { policy_id: number; version: number; content_hash: string; accepted_at: string }>('accounts/policies/find-acceptance', 'read'),
    /** The published text of a type, in the reader's language if it exists. */
    findCurrent: optional<{ type: PolicyType; locale: Locale }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('accounts/policies/find-current', 'read'),
    /** One policy; a draft for administrators only. */
    find: optional<{ policy_id: number; is_admin: boolean }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('accounts/policies/find', 'read'),
    /** Records that a user accepts a text; the first time is kept. */
    insertAcceptance: many<{ user_id: number; ip: string; user_agent?: string | null | undefined; policy_id: number }, { policy_id: number }>('accounts/policies/insert-acceptance', 'write'),
    /** The next version of a text. */
    insert: numbering(one<{ type: PolicyType; locale: Locale; title: string; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at?: string | null | undefined }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('accounts/policies/insert', 'write')),
    /** Mandatory published texts that a user has not accepted, each in their language if it exists. */
    listUnaccepted: many<{ locale: Locale; user_id: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('accounts/policies/list-unaccepted', 'read'),
    /** Policies, newest version first; drafts for administrators only. */
    list: many<{ type?: PolicyType | null | undefined; locale?: Locale | null | undefined; status?: PolicyStatus | null | undefined; is_admin: boolean; limit: number; offset: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string; total: number }>('accounts/policies/list', 'read'),
    /** Serialises new versions of one text. */
    lockType: nothing<{ type: string; locale: string }>('accounts/policies/lock-type', 'write'),
    /** A policy, locked until the end of the transaction. */
    lock: optional<{ policy_id: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('accounts/policies/lock', 'write'),
    /** Changes a draft. */
    updateDraft: one<{ title: string; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at?: string | null | undefined; policy_id: number }, { id: number; type: PolicyType; title: string; locale: Locale; version: number; content: string; is_mandatory: boolean; status: PolicyStatus; effective_at: string; created_at: string; updated_at: string }>('accounts/policies/update-draft', 'write'),
  },
  quotas: {
    /** Serialises what one account creates. It is taken after the lock of a home. */
    lock: nothing<{ user_id: number }>('accounts/quotas/lock', 'write'),
  },
  secondFactor: {
    /** Makes a secret good for sign-ins; no row when another request has. */
    confirmTotp: optional<{ step: number; user_id: number }, { user_id: number }>('accounts/second-factor/confirm-totp', 'write'),
    /** Counts the passkeys of an account. */
    countPasskeys: one<{ user_id: number }, { count: number }>('accounts/second-factor/count-passkeys', 'read'),
    /** Counts the recovery codes that an account has left. */
    countRecoveryCodes: one<{ user_id: number }, { count: number }>('accounts/second-factor/count-recovery-codes', 'read'),
    /** Deletes all that an account has of second factors. */
    deleteAll: nothing<{ user_id: number }>('accounts/second-factor/delete-all', 'write'),
    /** Deletes challenges that have ended, in batches. */
    deleteOldChallenges: one<Record<never, never>, { deleted: number }>('accounts/second-factor/delete-old-challenges', 'write'),
    /** Deletes challenges of passkeys that have ended, in batches. */
    deleteOldPasskeyChallenges: one<Record<never, never>, { deleted: number }>('accounts/second-factor/delete-old-passkey-challenges', 'write'),
    /** Takes a passkey of an account away. */
    deletePasskey: optional<{ id: string; user_id: number }, { id: string }>('accounts/second-factor/delete-passkey', 'write'),
    /** Ends what was begun to add a further second factor to an account. */
    deletePending: nothing<{ user_id: number }>('accounts/second-factor/delete-pending', 'write'),
    /** Takes the authenticator of an account away. */
    deleteTotp: optional<{ user_id: number }, { user_id: number }>('accounts/second-factor/delete-totp', 'write'),
    /** The account of a challenge that is still good. */
    findChallenge: optional<{ token_hash: Uint8Array }, { id: number; role: UserRole; token_version: number }>('accounts/second-factor/find-challenge', 'read'),
    /** The public key that verifies signatures of an account's passkey. */
    findPasskey: optional<{ user_id: number; credential_id: Uint8Array }, { id: string; public_key: Uint8Array; counter: number }>('accounts/second-factor/find-passkey', 'read'),
    /** The secret of an account's authenticator. */
    findTotp: optional<{ user_id: number }, { secret: Uint8Array; created_at: string; is_confirmed: boolean }>('accounts/second-factor/find-totp', 'read'),
    /** A challenge for an account whose sign-ins need a second factor; no row for others. */
    insertChallenge: optional<{ token_hash: Uint8Array; token_version: number; user_id: number }, { expires_at: string }>('accounts/second-factor/insert-challenge', 'write'),
    /** A passkey of an account; no row when some account has it already. */
    insertPasskey: optional<{ user_id: number; credential_id: Uint8Array; public_key: Uint8Array; counter: number; transports: (string)[]; name: string; is_backed_up: boolean }, { id: string; name: string; is_backed_up: boolean; created_at: string; last_used_at: string | null }>('accounts/second-factor/insert-passkey', 'write'),
    /** The passkeys of an account, the oldest first. */
    listPasskeys: many<{ user_id: number }, { id: string; credential_id: Uint8Array; transports: (string)[]; name: string; is_backed_up: boolean; created_at: string; last_used_at: string | null }>('accounts/second-factor/list-passkeys', 'read'),
    /** Gives an account these recovery codes, and no others. */
    replaceRecoveryCodes: nothing<{ user_id: number; hashes: (string)[] }>('accounts/second-factor/replace-recovery-codes', 'write'),
    /** A challenge for passkeys of an account, in place of the one before. */
    upsertPasskeyChallenge: nothing<{ user_id: number; purpose: PasskeyPurpose; challenge: string; seconds: number }>('accounts/second-factor/upsert-passkey-challenge', 'write'),
    /** A new secret that its owner still has to confirm; no row for an account that has a confirmed one. */
    upsertTotp: optional<{ user_id: number; secret: Uint8Array }, { user_id: number }>('accounts/second-factor/upsert-totp', 'write'),
    /** Uses a challenge up; no row when somebody else has. */
    useChallenge: optional<{ token_hash: Uint8Array }, { user_id: number }>('accounts/second-factor/use-challenge', 'write'),
    /** Uses the challenge of an account up; no row when there is none, or somebody else has. */
    usePasskeyChallenge: optional<{ user_id: number; purpose: PasskeyPurpose }, { challenge: string }>('accounts/second-factor/use-passkey-challenge', 'write'),
    /** Notes that a passkey has signed; no row when its counter has gone back, or another request has used the same signature. */
    usePasskey: optional<{ counter: number; is_backed_up: boolean; id: string }, { id: string }>('accounts/second-factor/use-passkey', 'write'),
    /** Uses a recovery code up; no row when there is none. */
    useRecoveryCode: optional<{ user_id: number; code_hash: Uint8Array }, { user_id: number }>('accounts/second-factor/use-recovery-code', 'write'),
    /** Uses up the code of a time step and those before it; no row when it was used. The secret is sealed again, with the present key. */
    useStep: optional<{ step: number; secret: Uint8Array; user_id: number }, { user_id: number }>('accounts/second-factor/use-step', 'write'),
  },
  sessions: {
    /** Deletes sessions whose tokens can no longer be refreshed, in batches. */
    deleteOld: one<Record<never, never>, { deleted: number }>('accounts/sessions/delete-old', 'write'),
    /** Deletes the sessions of an account that were not used for longest, beyond so many. */
    deleteSurplus: many<{ user_id: number; keep: number }, { sid: string }>('accounts/sessions/delete-surplus', 'write'),
    /** Deletes a session of an account. */
    delete: optional<{ sid: string; user_id: number }, { sid: string }>('accounts/sessions/delete', 'write'),
    /** Deletes what is known of the sessions of an account. */
    erase: nothing<{ user_id: number }>('accounts/sessions/erase', 'write'),
    /** Tells whether an account has signed in before, and from this network. */
    findNewness: one<{ user_id: number; network: string; address: string }, { has_signed_in: boolean; is_known: boolean }>('accounts/sessions/find-newness', 'read'),
    /** The sessions of an account that go on, those used last first. */
    list: many<{ user_id: number }, { id: string; device: string | null; address: string; created_at: string; seen_at: string; expires_at: string }>('accounts/sessions/list', 'read'),
    /** Notes where a session is used from, now. */
    upsert: nothing<{ sid: string; user_id: number; token_version: number; device?: string | null | undefined; address: string; auth_time: number; life_seconds: number }>('accounts/sessions/upsert', 'write'),
  },
  team: {
    /** Uses an invitation up, whose id the member keeps. An existing member gets its role and homes, and keeps their own id. */
    accept: optional<{ key_hash: Uint8Array; user_id: number }, { id: string; role: string; property_ids: (string)[] | null; created_at: string }>('accounts/team/accept', 'write'),
    /** Deletes invitations that nobody has accepted in time, a thousand at a time. */
    deleteExpired: one<Record<never, never>, { deleted: number }>('accounts/team/delete-expired', 'write'),
    /** Takes back what somebody has invited others to, or as much of it as is for other homes than these. */
    deleteInvitationsBeyond: nothing<{ owner_id: number; user_id: number; homes?: (string)[] | null | undefined }>('accounts/team/delete-invitations-beyond', 'write'),
    /** Ends a place in a team, or an invitation. */
    delete: nothing<{ id: string; owner_id: number }>('accounts/team/delete', 'write'),
    /** Ends the team of an account, its places in teams of others, what it has invited others to, and invitations to its verified address. */
    erase: nothing<{ user_id: number }>('accounts/team/erase', 'write'),
    /** An invitation by its key, and whether it is for this account. */
    findInvitation: optional<{ user_id: number; key_hash: Uint8Array }, { owner_id: number; role: string; property_ids: (string)[] | null; expires_at: string; first_name: string; avatar: string | null; is_theirs: boolean }>('accounts/team/find-invitation', 'read'),
    /** The place of a person in the team of an account, with its homes as they are now: of those that it names, archived ones have left. */
    findMember: optional<{ owner_id: number; user_id: number }, { id: string; role: string; is_for_all: boolean; homes: (string)[] }>('accounts/team/find-member', 'read'),
    /** Tells whether somebody is the account of a home or a member of its team for it with one of some roles, who stays so until the end of the transaction. */
    holdAssignee: one<{ property_id: string; user_id: number; roles: (string)[] }, { found: boolean }>('accounts/team/hold-assignee', 'write'),
    /** Tells whether a person is in the team of the owner of a home. */
    isMember: one<{ property_id: string; user_id: number }, { found: boolean }>('accounts/team/is-member', 'read'),
    /** The accounts in whose teams somebody is. */
    listMemberships: many<{ user_id: number }, { id: string; owner_id: number; role: string; property_ids: (string)[] | null; created_at: string; first_name: string; avatar: string | null }>('accounts/team/list-memberships', 'read'),
    /** Team members who get copies of an account's notifications about a home, or without one about the whole account: those with one of these roles. Homes of others are left out, because the account is a guest there. */
    listNotified: many<{ owner_id: number; roles: (string)[]; property_id?: string | null | undefined }, { user_id: number }>('accounts/team/list-notified', 'read'),
    /** The team of an account and its open invitations, in the order in which they came; of some homes only those that are for no others. */
    list: many<{ owner_id: number; homes?: (string)[] | null | undefined }, { id: string; role: string; property_ids: (string)[] | null; user_id: number | null; email: string; expires_at: string | null; created_at: string; first_name: string | null; avatar: string | null }>('accounts/team/list', 'read'),
    /** Changes a place in a team, or an invitation. */
    update: nothing<{ role: string; property_ids?: (string)[] | null | undefined; id: string; owner_id: number }>('accounts/team/update', 'write'),
    /** Invites an address, in place of its invitation of before. */
    upsertInvitation: one<{ owner_id: number; role: string; property_ids?: (string)[] | null | undefined; email: string; key_hash: Uint8Array; invited_by: number }, { id: string }>('accounts/team/upsert-invitation', 'write'),
  },
  users: {
    /** The profile of one account. */
    find: optional<{ user_id: number }, { id: number; username: string; first_name: string; last_name: string; job: string | null; location: string | null; country_id: string | null; phone: string | null; email: string; role: UserRole; locale: Locale; avatar: string | null; email_verified: boolean; created_at: string; billing: unknown; subscription: unknown | null }>('accounts/users/find', 'read'),
  },
  agreements: {
    /** Notes that the guest of a stay has accepted a contract, once. */
    accept: nothing<{ reservation_id: number; contract_id: number; locale: Locale; content: string; accepted_by: string }>('bookings/agreements/accept', 'write'),
    /** Notes the consent to keep the card of a stay. It replaces a consent without a card. */
    consent: nothing<{ reservation_id: number; version: string; text: string; locale: Locale; balance_cents?: number | null | undefined; balance_on?: string | null | undefined; damage_cents: number }>('bookings/agreements/consent', 'write'),
    /** Deletes those of some locked versions of a contract that nobody has accepted. */
    deleteUnaccepted: nothing<{ contract_ids: (number)[] }>('bookings/agreements/delete-unaccepted', 'write'),
    /** Deletes a consent whose card was never kept: the guest pays without it. */
    dropConsent: nothing<{ reservation_id: number }>('bookings/agreements/drop-consent', 'write'),
    /** Deletes the contracts of an account that is erased, and empties those that stays name: they keep version, time, and the hash of the text. */
    erase: nothing<{ user_id: number }>('bookings/agreements/erase', 'write'),
    /** Returns the contract that the guest of a stay has accepted. */
    findAccepted: optional<{ reservation_id: number }, { version: number; text: string | null; locale: Locale; accepted_by: string; accepted_at: string }>('bookings/agreements/find-accepted', 'read'),
    /** Returns the home of a stay whose guest has to accept a contract before they pay: they have no account and no channel has sold it. No row once they have. */
    findAsked: optional<{ reservation_id?: number | null | undefined }, { property_id: string }>('bookings/agreements/find-asked', 'read'),
    /** Returns what the text of a consent names: the company, the balance to come with its day, and the security deposit of the price. No row for guests with an account, stays of channels or that are over, and where a card is kept already. */
    findCardFacts: optional<{ reservation_id?: number | null | undefined }, { owner_id: number; currency: string; balance_cents: number | null; balance_on: string | null; damage_cents: number }>('bookings/agreements/find-card-facts', 'read'),
    /** Returns the text of a consent whose card is to be kept with the payment. */
    findConsent: optional<{ reservation_id?: number | null | undefined }, { text: string }>('bookings/agreements/find-consent', 'read'),
    /** Returns the latest texts of a home or a company, also where they are empty. The account is locked. */
    findLatest: optional<{ owner_id: number; property_id?: string | null | undefined }, { version: number; texts: unknown; created_at: string }>('bookings/agreements/find-latest', 'read'),
    /** Returns a version of a contract of an account, or the one of the company in force. */
    findOfCompany: optional<{ owner_id: number; version?: number | null | undefined }, { id: number; version: number; texts: unknown; property_id: string | null; created_at: string }>('bookings/agreements/find-of-company', 'read'),
    /** Returns the contract in force for a home: its own, or else that of its company. */
    findOfHome: optional<{ property_id: string }, { id: number; version: number; texts: unknown; created_at: string; is_of_home: boolean }>('bookings/agreements/find-of-home', 'read'),
    /** Finds the stay of a charge whose card was kept for it and is forgotten. */
    findWithdrawn: optional<{ payment_id: number }, { reservation_id: number }>('bookings/agreements/find-withdrawn', 'read'),
    /** Forgets the cards of some stays, and consents whose card was never kept. Returns the cards. */
    forgetCards: many<{ reservation_ids: (number)[] }, { method_id: string | null }>('bookings/agreements/forget-cards', 'write'),
    /** Writes the next version of a contract. The account is locked. */
    insert: numbering(one<{ owner_id: number; property_id?: string | null | undefined; texts: unknown }, { version: number; texts: unknown; created_at: string }>('bookings/agreements/insert', 'write')),
    /** Keeps the card that has paid, where its guest consents. No row where they do not, or another card is kept. */
    keepCard: optional<{ customer_id: string; method_id: string; reservation_id: number }, { reservation_id: number }>('bookings/agreements/keep-card', 'write'),
    /** Lists stays whose card is kept for too long: thirty days after departure, by the days of the home, or where they do not take place. */
    listOver: many<Record<never, never>, { id: number }>('bookings/agreements/list-over', 'read'),
    /** Locks the contracts of an account before its erasure. The erasure then sees what guests accept at this moment. */
    lockAll: many<{ user_id: number }, { id: number }>('bookings/agreements/lock-all', 'write'),
    /** Returns the card that is kept for a stay, and what it may be charged: damage from the day of arrival on, the balance not before the day that its guest has agreed to. A withdrawal waits until the transaction has ended. */
    lockCard: optional<{ reservation_id: number }, { customer_id: string; method_id: string; damage_cents: number; has_arrived: boolean; balance_cents: number | null }>('bookings/agreements/lock-card', 'write'),
    /** Locks the versions of a contract that another one has replaced, without those that a guest accepts at this moment. */
    lockReplaced: many<{ owner_id: number; property_id?: string | null | undefined; version: number }, { id: number }>('bookings/agreements/lock-replaced', 'write'),
    /** Locks a contract that a guest accepts, so that it is not deleted; no row where it is already. */
    lock: optional<{ contract_id: number }, { id: number }>('bookings/agreements/lock', 'write'),
    /** Returns the consent of the guest of a stay, and whether the card is kept. */
    showCard: optional<{ reservation_id: number }, { version: string; text: string; damage_cents: number; consented_at: string; is_kept: boolean; kept_at: string | null; withdrawn_at: string | null; forgotten_at: string | null }>('bookings/agreements/show-card', 'read'),
    /** Withdraws the consent to keep a card, and returns the card that was kept. No row where there is nothing to withdraw. */
    withdraw: optional<{ reservation_id: number }, { method_id: string | null }>('bookings/agreements/withdraw', 'write'),
  },
  calendars: {
    /** Claims a feed that is due. That makes it due again in half an hour: no other node takes it now, and it is read again if this node dies. */
    claimFeed: optional<{ feed_id: number }, { id: number; name: string; url: string; claim: number; stays: boolean; ignore_blocks: boolean; ends: string }>('bookings/calendars/claim-feed', 'write'),
    /** Counts the closures of a home by hand that are not past. */
    countClosures: one<{ property_id: string }, { count: number }>('bookings/calendars/count-closures', 'read'),
    /** Counts the feeds of the homes of an owner. */
    countFeedsOfOwner: one<{ owner_id: number }, { count: number }>('bookings/calendars/count-feeds-of-owner', 'read'),
    /** Nights that owner's stays of a home have in the calendar years that a range of days touches, and those that the range has; both are inclusive. */
    countOwnerNights: many<{ start_date: string; end_date: string; property_id: string }, { year: number; used: number; wanted: number }>('bookings/calendars/count-owner-nights', 'read'),
    /** Deletes one closure and frees its nights. */
    deleteClosure: optional<{ closure_id: number; property_id: string }, { id: number }>('bookings/calendars/delete-closure', 'write'),
    /** Deletes the closures of a task and frees their nights. Returns how many days they closed. */
    deleteClosuresOfTask: one<{ task_id: number }, { days: number }>('bookings/calendars/delete-closures-of-task', 'write'),
    /** Deletes a feed with its closures, and frees their nights. */
    deleteFeed: optional<{ feed_id: number; property_id: string }, { feed_id: number }>('bookings/calendars/delete-feed', 'write'),
    /** Deletes every closure that overlaps the given days, as a whole. */
    deleteOverlapping: many<{ property_id: string; start_date: string; end_date: string }, { id: number; start_date: string; end_date: string; reason: string | null; feed_id: number | null; uid: string | null; kind: ClosureKind; name: string | null; guests: number | null; note: string | null; task_id: number | null }>('bookings/calendars/delete-overlapping', 'write'),
    /** Dismisses the nights of a conflict, for as long as its feed goes on naming them. */
    dismissConflict: numbering(optional<{ reason: string; conflict_id: number; property_id: string }, { id: number }>('bookings/calendars/dismiss-conflict', 'write')),
    /** Deletes the feeds of homes with their closures, and who stays in owner's stays there. */
    erase: nothing<{ property_ids: (string)[] }>('bookings/calendars/erase', 'write'),
    /** Records why a feed could not be read, unless a later reading has ended. Each failure doubles the wait, up to a day. */
    failImport: optional<{ error: string; detail?: string | null | undefined; feed_id: number; claim: number }, { failures: number }>('bookings/calendars/fail-import', 'write'),
    /** The home whose calendar a token opens, the language of its owner, and the time. `is_gone`: the feed of the address was deleted a week ago. */
    findByToken: optional<{ except_feed?: number | null | undefined; property_id: string; token: string }, { title: string; locale: Locale; read_at: string; is_gone: boolean }>('bookings/calendars/find-by-token', 'replica'),
    /** A closure that was made by hand for exactly these days, for the same reason or the same owner's stay. */
    findClosure: optional<{ property_id: string; start_date: string; end_date: string; reason?: string | null | undefined; kind: ClosureKind; name?: string | null | undefined; guests?: number | null | undefined; note?: string | null | undefined }, { id: number; start_date: string; end_date: string; reason: string | null; kind: ClosureKind; name: string | null; guests: number | null; note: string | null }>('bookings/calendars/find-closure', 'read'),
    /** The name of a feed. */
    findFeedName: optional<{ feed_id: number; property_id: string }, { name: string }>('bookings/calendars/find-feed-name', 'read'),
    /** First day of an owner's stay in a home. */
    findOwnerStay: optional<{ closure_id: number; property_id: string }, { start_date: string }>('bookings/calendars/find-owner-stay', 'read'),
    /** Records that a feed was read, and what it says, its events as JSON. Where nights are in doubt, the next reading is due in a quarter of an hour. A slow one waits twice as long for its next reading, or four times when it was slow before. */
    finishImport: nothing<{ claim: number; taken: string; skipped: (string)[]; problems: unknown; left_out: unknown; is_doubted: boolean; is_slow: boolean; feed_id: number }>('bookings/calendars/finish-import', 'write'),
    /** Deletes who stayed a year after their departure, in batches. */
    forgetOwnerStays: one<Record<never, never>, { deleted: number }>('bookings/calendars/forget-owner-stays', 'write'),
    /** Tells whether somebody has closed one of these days of a home, both inclusive, and whether an owner stays there; feeds do not count. */
    hasOwnClosure: one<{ property_id: string; start_date: string; end_date: string }, { found: boolean; owner_stays: boolean }>('bookings/calendars/has-own-closure', 'read'),
    /** A closure of days, both inclusive. Its nights are taken by sql/bookings/states/take-closed-nights.sql in the same transaction. */
    insertClosure: numbering(one<{ property_id: string; start_date: string; end_date: string; reason?: string | null | undefined; feed_id?: number | null | undefined; uid?: string | null | undefined; kind: ClosureKind; name?: string | null | undefined; guests?: number | null | undefined; note?: string | null | undefined; task_id?: number | null | undefined }, { id: number; start_date: string; end_date: string; reason: string | null; kind: ClosureKind; name: string | null; guests: number | null; note: string | null }>('bookings/calendars/insert-closure', 'write')),
    /** A new feed, due at once; no row when the home has this feed already. */
    insertFeed: numbering(optional<{ property_id: string; name: string; url: string; stays: boolean; ignore_blocks: boolean; ends: string }, { id: number }>('bookings/calendars/insert-feed', 'write')),
    /** Tells whether one of these days of a home is closed, by hand or by a feed; both are inclusive. */
    isClosed: one<{ property_id: string; start_date: string; end_date: string }, { found: boolean }>('bookings/calendars/is-closed', 'read'),
    /** Closures and owner's stays of some homes from a day to another, both included, the first of each home. A closure reaches to the morning after its last night. */
    listClosuresOfHomes: many<{ property_ids: (string)[]; to_day: string; from_day: string; limit: number }, { id: number; property_id: string; start_date: string; end_date: string; kind: ClosureKind; reason: string | null; name: string | null; guests: number | null; note: string | null; feed_id: number | null; feed: string | null }>('bookings/calendars/list-closures-of-homes', 'read'),
    /** The conflicts of an owner's homes from today on, without days that a platform names as closed by hand, and how many ranges there are. */
    listConflictsOfOwner: many<{ user_id: number; homes?: (string)[] | null | undefined; limit: number }, { id: number; feed_id: number; feed: string; other_feed_id: number | null; other_feed: string | null; property_id: string; title: string; reservation_id: number | null; check_in: string | null; check_out: string | null; kind: CalendarConflictKind; start_date: string; end_date: string; since: string; total: number }>('bookings/calendars/list-conflicts-of-owner', 'read'),
    /** The conflicts of a home from today on: nights that its feeds name and that stays have, or another feed. */
    listConflicts: many<{ property_id: string }, { id: number; feed_id: number; feed: string; other_feed_id: number | null; other_feed: string | null; reservation_id: number | null; check_in: string | null; check_out: string | null; kind: CalendarConflictKind; start_date: string; end_date: string; since: string }>('bookings/calendars/list-conflicts', 'read'),
    /** The calendar of a home, one row per day: price, rules and status. The season is that of the day, whatever length of stay it asks for (docs/decisions/0003-prices-in-typescript-and-sql.md). Seasons and taken nights are read once: a lookup for each day took three to five times as long. A subselect hides the number of days from the planner. One plan then serves all ranges; planning took longer than running. */
    listDays: many<{ property_id: string; from_day: string; to_day: string }, { day: string; status: string; price_cents: number; currency: string; discounted_cents: number; season_id: number | null; min_stay: number; max_stay: number; closed_to_arrival: boolean; closed_to_departure: boolean; cleaning_fee_cents: number; extra_guest_fee_cents: number; reason: string | null; closure_kind: ClosureKind | null; owner_stay: unknown | null; reservation_id: number | null }>('bookings/calendars/list-days', 'replica'),
    /** Feeds that are due, at most ten of an account: the longest waiting of each account first. Slow ones took long or failed when they were last read. */
    listDueFeeds: many<Record<never, never>, { id: number; property_id: string; owner_id: number; home: string; timezone: string; is_archived: boolean; host: string; is_slow: boolean }>('bookings/calendars/list-due-feeds', 'read'),
    /** The events of a feed from today on, and the stay that has exactly the nights of each. */
    listEvents: many<{ feed_id: number; property_id: string }, { check_in: string; check_out: string; is_block: boolean; is_echo: boolean; reservation_id: number | null }>('bookings/calendars/list-events', 'read'),
    /** The feeds of a home that say one of these nights is taken. */
    listFeedsOfNights: many<{ property_id: string; check_in: string; check_out: string }, { id: number }>('bookings/calendars/list-feeds-of-nights', 'read'),
    /** The feeds of a home, and how many closures each has made. */
    listFeeds: many<{ property_id: string }, { id: number; name: string; url: string; stays: boolean; ignore_blocks: boolean; ends: string; next_fetch_at: string; imported_at: string | null; doubted_at: string | null; failures: number; error: string | null; error_detail: string | null; closures: number; skipped: number; problems: unknown; left_out: unknown }>('bookings/calendars/list-feeds', 'read'),
    /** Nights of a home between two days, both inclusive, that stay taken whatever is opened: those of stays, and those that the calendars of other platforms name and no stay has, which the next reading closes again. */
    listKeeping: many<{ start_date: string; end_date: string; property_id: string }, { reservation_id: number | null; feed_id: number | null; feed: string | null; start_date: string; end_date: string }>('bookings/calendars/list-keeping', 'read'),
    /** The owner's stays at homes of an account that a day has somebody in the house, arriving or leaving, and how many there are. Without a day it is today at each home. */
    listOwnerStays: many<{ day?: string | null | undefined; user_id: number; homes?: (string)[] | null | undefined; limit: number }, { closure_id: number; property_id: string; title: string; start_date: string; end_date: string; guests: number | null; name: string | null; note: string | null; total: number }>('bookings/calendars/list-owner-stays', 'read'),
    /** Conflicts by their numbers, with the names of their feeds. */
    listSomeConflicts: many<{ ids: (number)[] }, { id: number; property_id: string; feed_id: number; feed: string; other_feed_id: number | null; other_feed: string | null; reservation_id: number | null; kind: CalendarConflictKind; nights: string; since: string }>('bookings/calendars/list-some-conflicts', 'read'),
    /** The nights that the calendar of a home tells the platform of a feed, and since when, as JSON: those of stays and closures, and the events of other feeds, which count from when they came up; those that a node of 0.2 has stored count from their closure. */
    listSources: one<{ property_id: string; feed_id: number }, { sources: string }>('bookings/calendars/list-sources', 'read'),
    /** The taken nights of a home from yesterday on, without echoes and the closures of one feed, with the number and time of the changes of each stay. */
    listTaken: many<{ property_id: string; except_feed?: number | null | undefined }, { reservation_id: number | null; closure_id: number | null; start_date: string; end_date: string; changed_at: string; changes: number }>('bookings/calendars/list-taken', 'replica'),
    /** The result of the last reading of a feed, its events and what it was told as JSON; no row when the feed was deleted, or when a later reading has ended. Events that a node of 0.2 has stored came up with their closure. */
    lockFeed: optional<{ feed_id: number; claim: number }, { taken: string; told: string; stays: boolean; skipped: (string)[]; exported_at: string | null; is_first: boolean; may_confirm: boolean; is_doubted: boolean }>('bookings/calendars/lock-feed', 'write'),
    /** Writes that the platform of a feed has read its calendar, and which ranges of nights it was told in its last three readings, some seconds late where it was read from a replica. */
    markExported: nothing<{ read_at: string; late_seconds: number; feed_id: number; property_id: string }>('bookings/calendars/mark-exported', 'write'),
    /** Replaces the closures of a feed by what it said last, except on nights of stays; unchanged closures are not rewritten. Events that touch are one closure, with the UID of the first; echoes are closures of their own. Returns those that are new, whose nights are still to be taken (sql/bookings/states/take-closed-nights.sql). */
    replaceFeedClosures: numbering(many<{ feed_id: number }, { id: number; start_date: string; end_date: string }>('bookings/calendars/replace-feed-closures', 'write')),
    /** Makes a feed due now, unless it was read within the last minute. */
    requestImport: optional<{ feed_id: number; property_id: string }, { due: boolean }>('bookings/calendars/request-import', 'write'),
    /** Brings the conflicts of a feed with stays up to date: nights of its events from today on that lie over a stay. An event is an echo, and no conflict, when all its nights are taken here by something else than this feed, and its platform had read the stay before the event came up. One of the same nights as a stay that was written down is that stay, and stays it while they overlap; if it leaves before the day of arrival, that is a conflict too. Returns the conflicts that have nights that nobody was notified of, by arrival. */
    updateConflicts: numbering(many<{ feed_id: number }, { reservation_id: number | null; kind: CalendarConflictKind; nights: string; check_in: string; check_out: string; owner_id: number; home: string; feed: string }>('bookings/calendars/update-conflicts', 'write')),
    /** Brings the conflicts of a feed with other feeds of its home up to date: :clashes, a list of {other_feed_id, kind, nights}, with the days of the nights. The older feed of two has the row. Returns those that have nights that nobody was notified of. */
    updateFeedConflicts: numbering(many<{ feed_id: number; clashes: unknown }, { kind: CalendarConflictKind; nights: string; other_feed_id: number; owner_id: number; home: string; feed: string; other_feed: string }>('bookings/calendars/update-feed-conflicts', 'write')),
    /** Changes a feed. One that is read differently, or at another address, is due at once, and believed as the first time; its nights stay until then. */
    updateFeed: optional<{ stays?: boolean | null | undefined; url?: string | null | undefined; ignore_blocks?: boolean | null | undefined; ends?: string | null | undefined; feed_id: number; property_id: string }, { id: number }>('bookings/calendars/update-feed', 'write'),
  },
  reservations: {
    /** Deletes quotes a day after their end, in batches. */
    deleteExpiredQuotes: one<Record<never, never>, { deleted: number }>('bookings/reservations/delete-expired-quotes', 'write'),
    /** One quote as it was given, and whether it has expired. */
    findQuote: optional<{ quote_id: string }, { property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown; expired: boolean }>('bookings/reservations/find-quote', 'read'),
    /** One reservation with its payment and its history, for its guest, the owner of the home, or the staff. */
    find: optional<{ reservation_id: number; user_id: number; is_staff: boolean; homes?: (string)[] | null | undefined }, { id: number; property_id: string; guest_id: number | null; owner_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; guest_first_name: string | null; guest_avatar: string | null; owner_first_name: string; owner_avatar: string | null; title: string; city: string; check_in_time: string; check_out_time: string; timezone: string; cover: string | null; currency: string; created_at: string; hold_expires_at: string | null; payment_status: string | null; open_cents: number | null; source: ReservationSource; ota_name: string | null; ota_reservation_code: string | null; contact_name: string | null; contact: unknown | null; labels: (string)[]; expected_arrival: string | null; remarks: string | null; note: string | null; commission_cents: number | null; collected_by: string | null; collector_assumed: boolean; has_virtual_card: boolean | null; virtual_card_from: string | null; cancellation_fee_cents: number | null; guest_name: string | null; continues: number | null; continued_by: number | null; overbooked: boolean; cancelled_by: Actor | null; message: string | null; quote: unknown; balance_due_on: string | null; balance_cents: number | null; today: string; was_inquiry: boolean; access_code_state: string; contact_email: string | null; contact_phone: string | null; holds_nights: boolean; checkout_url: string | null; timeline: unknown }>('bookings/reservations/find', 'read'),
    /** Stores a quote for two hours. */
    insertQuote: one<{ property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown }, { id: string; expires_at: string }>('bookings/reservations/insert-quote', 'write'),
    /** Lists the contacts of the guests of some stays; none that nobody sees. */
    listContacts: many<{ reservation_ids: (number)[] }, { id: number; contact: unknown }>('bookings/reservations/list-contacts', 'read'),
    /** A page of stays in homes of an owner, as the owners of homes see them, the last arrival first. Net is the total without tourist tax and without the commission of a channel that is known. */
    listNet: many<{ user_id: number; homes?: (string)[] | null | undefined; property_id?: string | null | undefined; from?: string | null | undefined; to?: string | null | undefined; departs_from?: string | null | undefined; departs_to?: string | null | undefined; limit: number; offset: number }, { id: number; property_id: string; property_title: string; check_in: string; check_out: string; currency: string; guest_name: string | null; net_cents: number; total: number }>('bookings/reservations/list-net', 'read'),
    /** Holds that are still valid, stays that take place, and no-shows whose nights are still taken, at some homes from a day to another, both included, the first of each home. A stay has the day of its departure too. */
    listOfHomes: many<{ property_ids: (string)[]; to_day: string; from_day: string; limit: number }, { id: number; property_id: string; check_in: string; check_out: string; status: ReservationStatus; source: ReservationSource; ota_name: string | null; guest_id: number | null; adults: number; children: number; infants: number; currency: string; guest_name: string | null; open_cents: number | null; overbooked: boolean }>('bookings/reservations/list-of-homes', 'read'),
    /** Finds a page of the reservations of an owner, whatever their history: the first ones of each home are read by an index, and the total is counted in an index too where the filters allow it. */
    listOfOwner: composed<{ user_id: number; limit: number; offset: number; status?: ReservationStatus | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined; from?: string | null | undefined; to?: string | null | undefined; arrives_from?: string | null | undefined; arrives_to?: string | null | undefined; departs_from?: string | null | undefined; departs_to?: string | null | undefined; owner_id?: number | null | undefined; label?: string | null | undefined; person_id?: number | null | undefined; number?: number | null | undefined; q?: string | null | undefined; address?: string | null | undefined; digits?: string | null | undefined }, { id: number; total: number }, ReservationsPart>('bookings/reservations/list-of-owner', 'read'),
    /** Lists stays by their numbers, in that order, as a list shows them. A page is found first, by a statement of its own: planning this one takes longer than running it, and a plan for any numbers is kept: the inner `select` hides how few they are, for which PostgreSQL would plan each time. */
    listShown: many<{ reservation_ids: (number)[] }, { id: number; property_id: string; guest_id: number | null; owner_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; guest_first_name: string | null; guest_avatar: string | null; owner_first_name: string; owner_avatar: string | null; title: string; city: string; check_in_time: string; check_out_time: string; timezone: string; cover: string | null; currency: string; created_at: string; hold_expires_at: string | null; payment_status: string | null; open_cents: number | null; source: ReservationSource; ota_name: string | null; ota_reservation_code: string | null; contact_name: string | null; contact: unknown | null; labels: (string)[]; expected_arrival: string | null; remarks: string | null; note: string | null; commission_cents: number | null; collected_by: string | null; collector_assumed: boolean; has_virtual_card: boolean | null; virtual_card_from: string | null; cancellation_fee_cents: number | null; guest_name: string | null; continues: number | null; continued_by: number | null; overbooked: boolean; total_cents: number }>('bookings/reservations/list-shown', 'read'),
    /** Finds a page of reservations: their numbers, and how many there are in all. */
    list: composed<{ user_id?: number | null | undefined; limit: number; offset: number; status?: ReservationStatus | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined; from?: string | null | undefined; to?: string | null | undefined; arrives_from?: string | null | undefined; arrives_to?: string | null | undefined; departs_from?: string | null | undefined; departs_to?: string | null | undefined; owner_id?: number | null | undefined; label?: string | null | undefined; person_id?: number | null | undefined; number?: number | null | undefined; q?: string | null | undefined; address?: string | null | undefined; digits?: string | null | undefined }, { id: number; total: number }, ReservationsPart>('bookings/reservations/list', 'read'),
  },
  settlement: {
    /** Bills all supplements of a reservation that are not billed with a payment. */
    billSupplements: nothing<{ payment_id: number; reservation_id: number }>('bookings/settlement/bill-supplements', 'write'),
    /** Moves the supplements of a payment to the bill of another one. */
    billWith: nothing<{ successor_id: number; payment_id: number }>('bookings/settlement/bill-with', 'write'),
    /** Counts the supplements that a payment bills. */
    countBilled: one<{ payment_id: number }, { total: number }>('bookings/settlement/count-billed', 'read'),
    /** Deletes a supplement that is not billed yet. */
    deleteSupplement: optional<{ id: number; reservation_id: number }, { id: number }>('bookings/settlement/delete-supplement', 'write'),
    /** Status and currency of a stay, and the days on which money for it can have been received elsewhere: from a year before the stay was made to today at the home. */
    findBooks: optional<{ reservation_id: number }, { status: ReservationStatus; currency: string; today: string; earliest: string }>('bookings/settlement/find-books', 'read'),
    /** Money of a stay that was received elsewhere, by the payment that it paid. `is_open`: recorded today at the home, and not carried over from another stay. */
    findEntry: optional<{ payment_id: number; reservation_id: number }, { kind: PaymentKind; payment_intent_id: string; amount_cents: number; refunded_cents: number; is_open: boolean }>('bookings/settlement/find-entry', 'read'),
    /** The contents of the invoice of a payment for a stay, with what its total does not include. `language`: that of the guest's account, or as the company or a channel has noted it. `open_cents`: of its price, here; `kept_cents`: received with documents, less refunds that were made; `undocumented_cents`: received without; `refunded_cents`: all refunds, without entries that were mistakes; `pending_cents`: refunds that are not made yet. */
    findForInvoice: optional<{ payment_id?: number | null | undefined; reservation_id: number }, { id: number; status: ReservationStatus; quote: unknown; total_cents: number; currency: string; home: string; check_in: string; check_out: string; language: string | null; buyer: unknown; supplements: unknown; open_cents: number; kept_cents: number; undocumented_cents: number; refunded_cents: number; pending_cents: number }>('bookings/settlement/find-for-invoice', 'read'),
    /** The money of the price of a stay. `owed_cents`: what the guest of a channel's stay owes here while it takes place; null: it is sold here, settled elsewhere, or as a file says. `credited_cents`: what counts as received of it; a refund of what was above the price does not. */
    findOwed: one<{ reservation_id: number }, { price_cents: number; credited_cents: number; owed_cents: number | null; kept_cents: number; open_cents: number; currency: string }>('bookings/settlement/find-owed', 'read'),
    /** The facts by which the law rules on the seller of the home of a stay; no row: the installation. */
    findSellerFacts: optional<{ reservation_id: number }, { country: string | null; region: string | null; kind: SellerKind; vat_exempt: boolean; documents_allowed_by: string | null; cash_allowed_by: string | null; homes: number }>('bookings/settlement/find-seller-facts', 'read'),
    /** Tells whether a reservation has a supplement. */
    findSupplement: optional<{ id: number; reservation_id: number }, { id: number }>('bookings/settlement/find-supplement', 'read'),
    /** A voided payment whose supplements no other payment bills yet. */
    findVoided: optional<{ reservation_id: number }, { payment_id: number }>('bookings/settlement/find-voided', 'read'),
    /** Notes that the bills of a stay were not mailed to the address that it has now. */
    forgetMailed: nothing<{ reservation_id: number }>('bookings/settlement/forget-mailed', 'write'),
    /** A supplement of a reservation, not billed yet; no row where there are as many as there may be. The reservation is locked before, in a statement of its own. */
    insertSupplement: numbering(optional<{ reservation_id: number; label: string; amount_cents: number; is_damage: boolean; created_by: number; limit: number }, { id: number; label: string; amount_cents: number; is_damage: boolean; created_at: string }>('bookings/settlement/insert-supplement', 'write')),
    /** A page of balances that guests were asked for and have not paid. `is_arrival`: the check-in day has come at the home. `asked_at` has microseconds, because the next page starts after it. */
    listAskedBalances: many<{ asked_at: string; id: number }, { id: number; asked_at: string; reminders: number; days: number; is_arrival: boolean }>('bookings/settlement/list-asked-balances', 'read'),
    /** The supplements that a payment bills. */
    listBilled: many<{ payment_id: number }, { label: string; amount_cents: number }>('bookings/settlement/list-billed', 'read'),
    /** Lists bills of nothing but damage that can be paid, and were never charged, of stays whose guest has arrived, has a proved address, and lets a card be kept; one of them by its number. `is_mailed`: to that address; `is_ripe`: 48 hours ago. */
    listDamageDue: many<{ payment_id?: number | null | undefined }, { id: number; key: string; reservation_id: number; is_mailed: boolean; is_ripe: boolean; today: string }>('bookings/settlement/list-damage-due', 'read'),
    /** The documents of the price of a stay so far, in order: those of supplements are not among them. */
    listDocumented: many<{ reservation_id: number }, { number: string; payment_id: number; change_id: number | null; seller_id: number | null; seller: unknown; lines: unknown }>('bookings/settlement/list-documented', 'read'),
    /** Stays that go on although money of theirs went back by a refund that was not known here before a time. */
    listReturnedStays: many<{ since: string }, { reservation_id: number }>('bookings/settlement/list-returned-stays', 'read'),
    /** The supplements of a reservation, and the state of the payment that bills each. */
    listSupplements: many<{ reservation_id: number }, { id: number; label: string; amount_cents: number; is_damage: boolean; currency: string; created_at: string; status: PaymentStatus | null }>('bookings/settlement/list-supplements', 'read'),
    /** A page of stays of channels that owe their price here, and were never asked for it: they were sold before 0.3 was enabled. */
    listUnasked: many<{ check_in: string; id: number }, { id: number; check_in: string }>('bookings/settlement/list-unasked', 'read'),
    /** The seller of the home of a stay, which cannot be deleted until the end of the transaction; no row: the installation. */
    lockSeller: optional<{ reservation_id?: number | null | undefined }, { id: number; name: string; address: string; tax_id: string; vat_hundredths: number; prefix: string }>('bookings/settlement/lock-seller', 'write'),
    /** Notes that the guest is mailed a bill with its lines: their address is proved. */
    noteMailed: nothing<{ payment_id: number }>('bookings/settlement/note-mailed', 'write'),
    /** Returns the sum of the supplements of a stay that are for damage, paid or not. */
    sumDamage: one<{ reservation_id: number }, { total_cents: number }>('bookings/settlement/sum-damage', 'read'),
    /** The sum of a reservation's supplements that is not billed. The reservation is locked before. */
    sumUnbilled: one<{ reservation_id: number }, { total_cents: number; has_damage: boolean }>('bookings/settlement/sum-unbilled', 'read'),
    /** Supplements of voided payments are not billed any more. The reservation is locked before. */
    unbillVoided: nothing<{ reservation_id: number }>('bookings/settlement/unbill-voided', 'write'),
  },
  states: {
    /** Writes what a company has changed of a stay, and its history. A hold ends with the day of arrival. An open change request is about the stay as it was, and expires unless this change accepts it. An arrival was released for its home and day. */
    change: numbering(one<{ property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; quote: unknown; total_cents: number; due_now_cents: number; balance_due_on?: string | null | undefined; reservation_id: number; actor: Actor; actor_id?: number | null | undefined; reason?: string | null | undefined; change: unknown }, { change_id: number; hold_expires_at: string | null }>('bookings/states/change', 'write')),
    /** Closes an open change request until its last day; no row otherwise. */
    closeChangeRequest: optional<{ to_status: ChangeRequestStatus; reason?: string | null | undefined; request_id: number; reservation_id: number; today: string }, { id: number }>('bookings/states/close-change-request', 'write'),
    /** Writes down who collects the price of a stay of a channel, as a person has confirmed it. */
    confirmCollector: numbering(optional<{ collected_by: string; reservation_id: number }, { id: number }>('bookings/states/confirm-collector', 'write')),
    /** Counts the stays booked by hand by an account, at its desk or by its keys, that wait for their payment. */
    countHeldByHand: one<{ is_by_key: boolean; owner_id: number }, { count: number }>('bookings/states/count-held-by-hand', 'read'),
    /** Counts the homes of an account that are let in the name of each of its sellers. */
    countHomesOfSellers: many<{ owner_id: number }, { seller_id: number; homes: number }>('bookings/states/count-homes-of-sellers', 'read'),
    /** Counts the present and future stays of an account, as guest or as owner. */
    countObligations: one<{ user_id: number }, { total: number }>('bookings/states/count-obligations', 'read'),
    /** Counts the homes of an owner with guests in the night of a day, by default of today at each home. */
    countOccupied: one<{ day?: string | null | undefined; user_id: number; homes?: (string)[] | null | undefined }, { occupied: number }>('bookings/states/count-occupied', 'read'),
    /** Counts the unpaid holds and unanswered inquiries of a guest. A hold on these nights does not count: asking for them again makes no other. */
    countOpen: one<{ property_id: string; check_in: string; guest_id: number }, { holds: number; inquiries: number }>('bookings/states/count-open', 'read'),
    /** Stays whose nights were sold twice, by a channel. */
    countOverbooked: one<Record<never, never>, { stays: number }>('bookings/states/count-overbooked', 'read'),
    /** Deletes the code of a stay. */
    deleteAccessCode: optional<{ reservation_id: number }, { reservation_id: number }>('bookings/states/delete-access-code', 'write'),
    /** Deletes change requests a year after their last day, in batches. */
    deleteChangeRequests: one<Record<never, never>, { deleted: number }>('bookings/states/delete-change-requests', 'write'),
    /** Deletes codes a day after the hour of departure, in batches. */
    deleteOldAccessCodes: one<Record<never, never>, { deleted: number }>('bookings/states/delete-old-access-codes', 'write'),
    /** Forgets the guests without an account of some stays, and what they and the company have written; days and amounts stay. Contacts are erased that no other stay has. */
    eraseGuests: numbering(nothing<{ reservation_ids: (number)[] }>('bookings/states/erase-guests', 'write')),
    /** Forgets what a company calls its stays. */
    eraseImported: nothing<{ user_id: number }>('bookings/states/erase-imported', 'write'),
    /** Deletes what a guest has written of their stays, and what their companies have. */
    erase: numbering(nothing<{ user_id: number }>('bookings/states/erase', 'write')),
    /** Extends the hold on the nights to the time in which they can be paid; no row when they are no longer held. A hold that lasts as long already, and a stay that was confirmed without its payment, are not written. */
    extendHold: numbering(optional<{ reservation_id?: number | null | undefined; payable_until_seconds: number }, { id: number }>('bookings/states/extend-hold', 'write')),
    /** Writes the sums of stays that ask for money and have none yet; the number of those that ask for more than their price. */
    fillSums: one<Record<never, never>, { above: number }>('bookings/states/fill-sums', 'write'),
    /** The reservation that was made from a quote. */
    findByQuote: optional<{ quote_id: string }, { id: number; guest_id: number | null; property_id: string; status: ReservationStatus; payment_id: number | null }>('bookings/states/find-by-quote', 'read'),
    /** Returns how a guest without an account is mailed; nothing for a stay that a channel has sold. */
    findContact: optional<{ reservation_id: number }, { owner_id: number; email: string | null; proved_email: string | null; email_scopes: (string)[] | null; language: string | null; check_in: string; check_out: string; link_version: number; home: string; guests: number; total_cents: number; due_now_cents: number; currency: string; has_grants: boolean }>('bookings/states/find-contact', 'read'),
    /** The day before which no stay has a night of a home, from one day to another; the other one when all of them are free. */
    findFreeUntil: one<{ until: string; from: string; property_id: string }, { free_until: string }>('bookings/states/find-free-until', 'read'),
    /** Until when a reservation waits for its payment or an answer. */
    findHold: one<{ reservation_id: number }, { hold_expires_at: string | null }>('bookings/states/find-hold', 'read'),
    /** The latest step in the history of a stay, and the person who did it. */
    findLastStep: optional<{ reservation_id: number }, { id: number; to_status: ReservationStatus; at: string; first_name: string | null }>('bookings/states/find-last-step', 'read'),
    /** The version of the links of a stay. */
    findLink: optional<{ reservation_id: number }, { id: number; link_version: number; has_grants: boolean }>('bookings/states/find-link', 'read'),
    /** A booking of a channel at a home, by the name of the platform and its code; `external_id`: its name in the files of the company. */
    findOfChannel: optional<{ property_id: string; ota_reservation_code: string; ota_name: string }, { id: number; note: string | null; external_id: string | null }>('bookings/states/find-of-channel', 'read'),
    /** A reservation in any state that overlaps the given days: a closure there is refused (docs/design/domain.md, "One stay per night"). */
    findOverlapping: optional<{ property_id: string; start_date: string; end_date: string }, { id: number }>('bookings/states/find-overlapping', 'read'),
    /** A guest's own unpaid hold on exactly this stay. */
    findOwnHold: optional<{ guest_id: number; property_id: string; quote_id?: string | null | undefined; check_in: string; check_out: string; adults: number; children: number; infants: number }, { reservation_id: number; payment_id: number }>('bookings/states/find-own-hold', 'read'),
    /** A guest's own reservation that has some of these nights. */
    findOwnOnNights: optional<{ property_id: string; check_in: string; check_out: string; guest_id: number }, { reservation_id: number; status: ReservationStatus; hold_expires_at: string | null }>('bookings/states/find-own-on-nights', 'read'),
    /** Guest, owner, home and dates of a reservation, and today at the home. */
    findParties: optional<{ reservation_id?: number | null | undefined }, { id: number; property_id: string; guest_id: number | null; check_in: string; check_out: string; owner_id: number; home: string; today: string }>('bookings/states/find-parties', 'read'),
    /** A stay that was imported without asking its guest for money, or continues such a stay: its guest is not written to. */
    findSilent: optional<{ reservation_id: number }, { reservation_id: number }>('bookings/states/find-silent', 'read'),
    /** The state of a reservation, and its home. */
    findStatus: optional<{ reservation_id?: number | null | undefined }, { id: number; property_id: string; status: ReservationStatus }>('bookings/states/find-status', 'read'),
    /** The first stay that takes one of the nights of another. */
    findTaking: optional<{ property_id: string; check_in: string; check_out: string }, { reservation_id: number }>('bookings/states/find-taking', 'read'),
    /** Facts of a stay for mails to the company that sells it; nothing for another account. */
    findTold: optional<{ reservation_id: number; owner_id: number }, { guest: string | null; home: string; check_in: string; check_out: string; guests: number; total_cents: number; currency: string }>('bookings/states/find-told', 'read'),
    /** Deletes the addresses of guests without an account a year after their departure, or 90 days after a hold that came to nothing, a piece of them. A contact that a node of an earlier version has written does not say when its guest leaves. */
    forgetContacts: numbering(one<Record<never, never>, { deleted: number }>('bookings/states/forget-contacts', 'write')),
    /** Tells whether somebody has a reservation of a home, in whatever status, as its guest. */
    hasStayed: one<{ user_id: number; property_id: string }, { has_stayed: boolean }>('bookings/states/has-stayed', 'read'),
    /** A stay that a company books for a guest without an account, held at most until the end of the day of arrival at the home, and the first entry of its history. */
    insertByHand: numbering(one<{ name: string; first_name?: string | null | undefined; last_name?: string | null | undefined; email?: string | null | undefined; phone?: string | null | undefined; language?: string | null | undefined; country?: string | null | undefined; email_scopes?: (string)[] | null | undefined; check_out: string; check_in: string; adults: number; children: number; infants: number; quote: unknown; total_cents: number; due_now_cents: number; balance_due_on?: string | null | undefined; currency: string; note?: string | null | undefined; labels: (string)[]; expected_arrival?: string | null | undefined; is_written_down: boolean; hold_minutes: number; property_id: string; actor_id: number }, { id: number; hold_expires_at: string; hold_minutes: number }>('bookings/states/insert-by-hand', 'write')),
    /** Stores a guest's request to change a stay. */
    insertChangeRequest: numbering(one<{ reservation_id: number; change: unknown; message?: string | null | undefined; open_until: string; by_company_link?: boolean | null | undefined }, { id: number }>('bookings/states/insert-change-request', 'write')),
    /** A stay that continues another one at another home: confirmed, for the same guest, with a copy of their contact, and the first entry of its history. */
    insertContinuation: numbering(one<{ continues: number; check_out: string; property_id: string; check_in: string; adults: number; children: number; infants: number; quote: unknown; total_cents: number; due_now_cents: number; actor: Actor; actor_id: number; reason: string }, { id: number }>('bookings/states/insert-continuation', 'write')),
    /** Remembers what a company calls a stay in its files, and what a file said of it. */
    insertImport: nothing<{ owner_id: number; external_id: string; reservation_id: number; facts: unknown; guest_hash: string }>('bookings/states/insert-import', 'write'),
    /** A stay that a company brings from elsewhere, its guest and the first entry of its history. */
    insertImported: numbering(one<{ name: string; email?: string | null | undefined; phone?: string | null | undefined; check_out: string; property_id: string; check_in: string; adults: number; children: number; infants: number; status: ReservationStatus; quote: unknown; total_cents: number; due_now_cents: number; currency: string; source: ReservationSource; ota_name?: string | null | undefined; ota_reservation_code?: string | null | undefined; note?: string | null | undefined; commission_cents?: number | null | undefined; actor_id: number }, { id: number }>('bookings/states/insert-imported', 'write')),
    /** A confirmed reservation of a channel, its guest and the first entry of its history. With `asked_until` it is an inquiry. */
    insertOfChannel: numbering(one<{ name: string; first_name?: string | null | undefined; last_name?: string | null | undefined; email?: string | null | undefined; phone?: string | null | undefined; language?: string | null | undefined; country_id?: string | null | undefined; check_out: string; property_id: string; check_in: string; adults: number; children: number; infants: number; asked_until?: string | null | undefined; quote: unknown; total_cents: number; currency: string; ota_name?: string | null | undefined; ota_reservation_code?: string | null | undefined; expected_arrival?: string | null | undefined; remarks?: string | null | undefined; commission_cents?: number | null | undefined; collected_by?: string | null | undefined; has_virtual_card: boolean; virtual_card_from?: string | null | undefined }, { id: number }>('bookings/states/insert-of-channel', 'write')),
    /** A new reservation and the first entry of its history. */
    insert: numbering(one<{ property_id: string; guest_id: number; quote_id?: string | null | undefined; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; message?: string | null | undefined; quote: unknown; total_cents: number; due_now_cents: number; balance_due_on?: string | null | undefined; currency: string; hold_minutes: number }, { id: number }>('bookings/states/insert', 'write')),
    /** Tells whether a stay in a home is current or to come. An unpaid hold counts until its end. */
    isBooked: one<{ property_id: string }, { found: boolean }>('bookings/states/is-booked', 'read'),
    /** True if the guest without an account of a stay is erased. */
    isErased: one<{ reservation_id: number }, { is_erased: boolean }>('bookings/states/is-erased', 'read'),
    /** Tells whether nights of a home are free. Holds whose time is up do not count. */
    isFree: one<{ property_id: string; check_in: string; check_out: string }, { free: boolean }>('bookings/states/is-free', 'read'),
    /** Tells whether a user is the guest of a stay in a home that was confirmed. */
    isGuest: one<{ property_id: string; user_id: number }, { found: boolean }>('bookings/states/is-guest', 'read'),
    /** Stays that ask for more than their price, after one, by their numbers. */
    listAbovePrice: many<{ id: number }, { id: number }>('bookings/states/list-above-price', 'read'),
    /** A page of stays whose balance is due at their home and was not made yet, in order of its day. A stay that was completed without its balance is among them. */
    listBalancesDue: many<{ balance_due_on: string; id: number }, { id: number; property_id: string; balance_due_on: string }>('bookings/states/list-balances-due', 'read'),
    /** A page of the change requests of a stay, or one of them, newest first. An open one has expired after its last day. */
    listChangeRequests: many<{ today: string; reservation_id: number; request_id?: number | null | undefined; limit: number; offset: number }, { id: number; reservation_id: number; currency: string; change: unknown; message: string | null; reason: string | null; open_until: string; created_at: string; closed_at: string | null; by_company_link: boolean; status: ChangeRequestStatus; total: number }>('bookings/states/list-change-requests', 'read'),
    /** Stays that a company has imported, by their names in its files. */
    listImported: many<{ owner_id: number; external_ids: (string)[] }, { external_id: string; reservation_id: number; facts: unknown; guest_hash: string }>('bookings/states/list-imported', 'read'),
    /** The open inquiries of an account, as guest or as owner. `is_own`: it is the guest. */
    listInquiries: many<{ user_id: number }, { id: number; is_own: boolean }>('bookings/states/list-inquiries', 'read'),
    /** Lists the stays of the same guest without an account at the company of a stay: that stay, those of its contact, and those whose address is the same one, proved and never changed. A name, a telephone number or a typed address proves nothing. `is_open`: not over; `is_owing`: money is due, disputed, or on its way back. A stay that was given up owes no price. */
    listOfGuest: many<{ reservation_id: number; homes?: (string)[] | null | undefined }, { id: number; contact_id: number; owner_id: number; is_erased: boolean; name: string; email: string | null; is_open: boolean; is_owing: boolean }>('bookings/states/list-of-guest', 'read'),
    /** Open change requests at homes of an account, oldest first, with their number. */
    listOpenChangeRequests: many<{ user_id: number; homes?: (string)[] | null | undefined; limit: number }, { id: number; reservation_id: number; property_id: string; title: string; currency: string; change: unknown; message: string | null; reason: string | null; status: ChangeRequestStatus; open_until: string; created_at: string; closed_at: string | null; by_company_link: boolean; total: number }>('bookings/states/list-open-change-requests', 'read'),
    /** A page of stays whose check-out day has come at their home, to be completed, in order of check-out. */
    listOver: many<{ check_out: string; id: number }, { id: number; property_id: string; check_out: string }>('bookings/states/list-over', 'read'),
    /** Holds of a home whose time is up, and that overlap the given nights. */
    listOverdueHolds: many<{ property_id: string; check_in: string; check_out: string }, { id: number }>('bookings/states/list-overdue-holds', 'read'),
    /** A page of holds and inquiries whose time is up, earliest first. `ended_at` has microseconds, because the next page starts after it. */
    listOverdue: many<{ ended_at: string; id: number }, { id: number; property_id: string; check_in: string; check_out: string; ended_at: string }>('bookings/states/list-overdue', 'read'),
    /** Contact details of a guest without an account, locked until the end of the transaction. In a statement of its own, after the lock of the stay: one that waits for a lock sees the rows that it joins as they were before. */
    lockContact: optional<{ contact_id: number }, { contact_id: number; name: string; first_name: string | null; last_name: string | null; email: string | null; phone: string | null; language: string | null; country: string | null; email_scopes: (string)[] | null }>('bookings/states/lock-contact', 'write'),
    /** A stay, locked until the end of the transaction, as it is before a company changes it. */
    lockForChange: optional<{ reservation_id: number }, { id: number; property_id: string; guest_id: number | null; source: ReservationSource; status: ReservationStatus; check_in: string; check_out: string; adults: number; children: number; infants: number; quote: unknown; total_cents: number; due_now_cents: number; balance_due_on: string | null; currency: string; today: string; is_continued: boolean }>('bookings/states/lock-for-change', 'write'),
    /** A reservation, locked until the end of the transaction, with what a move or a cancellation depends on. `was_inquiry`: the owner has accepted it once already. `is_overdue`: the guest was reminded of the balance in vain; of nothing else guests are reminded. */
    lockForMove: optional<{ reservation_id: number }, { id: number; guest_id: number | null; source: ReservationSource; status: ReservationStatus; check_in: string; check_out: string; quote: unknown; total_cents: number; due_now_cents: number; balance_due_on: string | null; currency: string; today: string; was_inquiry: boolean; is_overdue: boolean }>('bookings/states/lock-for-move', 'write'),
    /** Serialises bookings of one guest, so that their open holds can be counted. It is taken before the lock of the home. */
    lockGuest: nothing<{ guest_id: number }>('bookings/states/lock-guest', 'write'),
    /** The notes of a company and a guest on a stay, locked until the end of the transaction. */
    lockNotes: optional<{ reservation_id: number }, { id: number; note: string | null; labels: (string)[]; expected_arrival: string | null; remarks: string | null; contact_id: number | null }>('bookings/states/lock-notes', 'write'),
    /** Holds and inquiries of a home whose time is up, that overlap the given nights and can no longer be paid. Locked until the end of the transaction: a concurrent checkout either has extended the hold before, or finds none. */
    lockOverdueHolds: many<{ property_id: string; check_in: string; check_out: string }, { id: number }>('bookings/states/lock-overdue-holds', 'write'),
    /** A reservation, locked until the end of the transaction. */
    lock: optional<{ reservation_id: number }, { id: number; status: ReservationStatus; currency: string; property_id: string; check_in: string; check_out: string }>('bookings/states/lock', 'write'),
    /** Notes that the balance of a stay was made and is collected; no row when that was noted before, by whatever node. */
    markBalanceMade: numbering(optional<{ reservation_id: number }, { id: number }>('bookings/states/mark-balance-made', 'write')),
    /** Notes that a company has cancelled or changed a stay at its channel, which does not say so itself. */
    markDoneAtChannel: numbering(nothing<{ reservation_id: number }>('bookings/states/mark-done-at-channel', 'write')),
    /** Moves a reservation if its state is one of `sources`, and records the transition; no row otherwise. `is_known_to_owner`: the owner was notified of the stay before. Holds that never were inquiries are unknown to them. An open change request expires. Check-in keeps one that leaves the day of arrival. */
    move: numbering(optional<{ reservation_id: number; sources: (ReservationStatus)[]; to_status: ReservationStatus; hold_minutes?: number | null | undefined; actor: Actor; actor_id?: number | null | undefined; reason?: string | null | undefined; by_company_link?: boolean | null | undefined }, { id: number; from_status: ReservationStatus; property_id: string; guest_id: number | null; check_in: string; check_out: string; owner_id: number; home: string; is_known_to_owner: boolean }>('bookings/states/move', 'write')),
    /** Writes down the fee and the commission of a stay that a channel has cancelled, as far as it names them. */
    noteCancellation: numbering(nothing<{ fee_cents?: number | null | undefined; commission_cents?: number | null | undefined; reservation_id: number }>('bookings/states/note-cancellation', 'write')),
    /** Writes that the address of the guest of a stay without an account is proved (docs/security.md, "Proved addresses"): the stay was paid, or somebody has used a link that was only mailed to that address. A payment of a stay whose address was never changed also ends the limits of who typed it. */
    proveAddress: numbering(nothing<{ mailed_to?: string | null | undefined; reservation_id: number }>('bookings/states/prove-address', 'write')),
    /** Frees the nights of a reservation. */
    releaseNights: numbering(nothing<{ reservation_id: number }>('bookings/states/release-nights', 'write')),
    /** Frees the nights of a reservation from a day on, and keeps those before it. Returns the number of reservations with such nights. */
    releaseRest: numbering(one<{ day: string; reservation_id: number }, { freed: number }>('bookings/states/release-rest', 'write')),
    /** Voids the links of a stay: the next version of them. */
    renewLink: numbering(optional<{ reservation_id: number }, { id: number; link_version: number; has_grants: boolean }>('bookings/states/renew-link', 'write')),
    /** Scores homes by their bookings within a year, where one counts half after sixty days. */
    scoreHomes: many<{ property_ids: (string)[] }, { property_id: string; score: number }>('bookings/states/score-homes', 'read'),
    /** Writes the sums of the price of a stay, which is locked, anew. `stay_sums_open_within_price` refuses to ask for more where that is above the price; money that has come back by itself is tolerated. */
    sumUp: nothing<{ reservation_id: number }>('bookings/states/sum-up', 'write'),
    /** Takes the nights of closures, a list of {id, start_date, end_date} with both days inclusive; PostgreSQL refuses it (23P01) when one of them is a stay's. */
    takeClosedNights: numbering(nothing<{ property_id: string; closures: unknown }>('bookings/states/take-closed-nights', 'write')),
    /** Takes the nights of a reservation; PostgreSQL refuses it (23P01) when one of them is taken. */
    takeNights: numbering(nothing<{ reservation_id: number }>('bookings/states/take-nights', 'write')),
    /** Keeps the nights of a reservation that a channel has sold although they were taken. */
    takeOverbooked: numbering(nothing<{ reservation_id: number }>('bookings/states/take-overbooked', 'write')),
    /** Writes what a company has decided on the arrival of a stay. */
    updateArrivalAccess: numbering(nothing<{ access: ArrivalAccess; reservation_id: number }>('bookings/states/update-arrival-access', 'write')),
    /** Changes how the guest of a stay without an account is reached. The address of before stays known, unless it was itself typed in place of another one and is not proved, or was typed by somebody with few scopes: codes are mailed to it until the new one is proved. Empty text: there was none before. */
    updateContact: numbering(nothing<{ name: string; first_name?: string | null | undefined; last_name?: string | null | undefined; email?: string | null | undefined; phone?: string | null | undefined; language?: string | null | undefined; country?: string | null | undefined; email_scopes?: (string)[] | null | undefined; contact_id: number }>('bookings/states/update-contact', 'write')),
    /** Writes how somebody of the company has seen the guest of a stay; null: nobody has. */
    updateGuestSeen: numbering(nothing<{ guest_seen?: unknown | null | undefined; reservation_id: number }>('bookings/states/update-guest-seen', 'write')),
    /** Remembers what a later file says of the guest of a stay. */
    updateImport: nothing<{ guest_hash: string; reservation_id: number }>('bookings/states/update-import', 'write'),
    /** Writes down what a company and a guest say of a stay. */
    updateNotes: numbering(nothing<{ note?: string | null | undefined; labels: (string)[]; expected_arrival?: string | null | undefined; remarks?: string | null | undefined; id: number }>('bookings/states/update-notes', 'write')),
    /** Writes what a channel says now of its reservation and guest, and its history where it differs. `costs`: the guest owes another amount. The collector that a person has confirmed stays. An hour of arrival and remarks that the channel does not name stay: the company or the guest may have written them. An arrival was released for its day. An open change request expires where days or guests differ. */
    updateOfChannel: numbering(one<{ reservation_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; quote: unknown; total_cents: number; currency: string; ota_name?: string | null | undefined; ota_reservation_code?: string | null | undefined; commission_cents?: number | null | undefined; collected_by?: string | null | undefined; has_virtual_card: boolean; virtual_card_from?: string | null | undefined; expected_arrival?: string | null | undefined; remarks?: string | null | undefined; name: string; first_name?: string | null | undefined; last_name?: string | null | undefined; language?: string | null | undefined; email?: string | null | undefined; phone?: string | null | undefined; country_id?: string | null | undefined }, { changed: boolean; costs: boolean }>('bookings/states/update-of-channel', 'write')),
    /** Writes whether those who travel with a guest see the code of the door. */
    updateSharing: numbering(nothing<{ shares_code: boolean; reservation_id: number }>('bookings/states/update-sharing', 'write')),
    /** Sets the code of a stay that goes on, for its home and days as they are under its lock; no row for another stay, or after departure, and for a stay that is at another home or begins on another day than expected. */
    upsertAccessCode: optional<{ sealed: Uint8Array; valid_from?: string | null | undefined; valid_to?: string | null | undefined; reservation_id: number; property_id?: string | null | undefined; check_in?: string | null | undefined }, { reservation_id: number }>('bookings/states/upsert-access-code', 'write'),
    /** Withdraws the open change request of a stay, to make room for another. */
    withdrawChangeRequest: nothing<{ reservation_id: number }>('bookings/states/withdraw-change-request', 'write'),
  },
  channelBookings: {
    /** A booking that is known by another name of the provider, at one of these homes, gets the present name: after a change of the subscription it is still the same booking. */
    adoptBooking: nothing<{ provider: string; owner_id: number; booking_id: string; property_ids: (string)[] }>('channels/channel-bookings/adopt-booking', 'write'),
    /** Joins stays that the company has imported to their booking, by home, platform and code. A home has one of a code. */
    adoptImported: nothing<{ channel_booking_id: number; property_ids: (string)[]; owner_id: number; ota_reservation_code?: string | null | undefined; ota_name?: string | null | undefined }>('channels/channel-bookings/adopt-imported', 'write'),
    /** Records a revision of a booking and locks the booking; no row when a newer revision, or this one, is known already. A revision that yields is recorded only as the first one. The known revision is recorded again where its stays are misplaced. */
    advanceBooking: numbering(optional<{ provider: string; owner_id: number; booking_id: string; revision_id: string; version_at: string; is_cancelled: boolean; is_misplaced: boolean; yields: boolean }, { id: number }>('channels/channel-bookings/advance-booking', 'write')),
    /** Revisions that cannot be taken, and the age of the oldest. */
    countStuck: one<Record<never, never>, { stuck: number; oldest_seconds: number }>('channels/channel-bookings/count-stuck', 'read'),
    /** Deletes some revisions that nothing has brought for a while. */
    deleteOldStuck: one<{ days: number }, { deleted: number }>('channels/channel-bookings/delete-old-stuck', 'write'),
    /** A revision that was taken is stuck no more. */
    deleteStuck: nothing<{ revision_id: string }>('channels/channel-bookings/delete-stuck', 'write'),
    /** Ends the conversation of a request: a booking has it now. */
    endThread: optional<{ provider: string; owner_id: number; thread_id: string }, { id: number }>('channels/channel-bookings/end-thread', 'write'),
    /** A booking or request with its stays, the first one first. Requests may have none. */
    findBooking: optional<{ channel_booking_id: number }, { booking_id: string; provider: string; owner_id: number; is_request: boolean; thread_id: string | null; reservation_ids: (number)[]; ota_name: string | null }>('channels/channel-bookings/find-booking', 'read'),
    /** The subscription by which a channel manager changes a stay. `is_fetched`: it is asked for revisions, and only about homes that are mapped. */
    findConnection: optional<{ reservation_id: number; is_fetched: boolean }, { id: string }>('channels/channel-bookings/find-connection', 'read'),
    /** The booking of a stay at the channel manager, or its conversation without a booking, where its home is mapped there. */
    findConversation: optional<{ reservation_id: number }, { channel_booking_id: number; booking_id: string; thread_id: string | null; ota_name: string | null }>('channels/channel-bookings/find-conversation', 'read'),
    /** The latest known revision of a booking, and whether it has a stay at a home; no revision for one that the company has imported. No row for a booking that is not known. */
    findKnown: optional<{ property_id: string; provider: string; owner_id: number; booking_id: string; ota_reservation_code?: string | null | undefined; ota_name?: string | null | undefined }, { revision_id: string | null; is_here: boolean }>('channels/channel-bookings/find-known', 'read'),
    /** The booking of an account by its id at the channel manager. */
    findOfOwner: optional<{ provider: string; owner_id: number; booking_id: string }, { id: number }>('channels/channel-bookings/find-of-owner', 'read'),
    /** The first stay of a booking, with the home that it is at now. */
    findReviewed: optional<{ provider: string; owner_id: number; booking_id: string }, { reservation_id: number; property_id: string }>('channels/channel-bookings/find-reviewed', 'read'),
    /** A revision that could not be taken. It is seen again. */
    findStuck: optional<{ revision_id: string }, { kind: string; reason: string; release: string; told_at: string | null }>('channels/channel-bookings/find-stuck', 'write'),
    /** Joins a reservation to its booking. */
    insertStay: nothing<{ channel_booking_id: number; property_id: string; position: number; reservation_id: number }>('channels/channel-bookings/insert-stay', 'write'),
    /** Inquiries that wait, of some requests of an account. */
    listAsked: many<{ provider: string; owner_id: number; booking_ids: (string)[] }, { reservation_id: number }>('channels/channel-bookings/list-asked', 'read'),
    /** A page of stuck revisions that another attempt may take, and that the feed has not brought since a time: unreadable ones of another release, and those of homes that are mapped now. */
    listRetriable: many<{ since: string; revision_id: string; release: string }, { revision_id: string; remote_property_id: string }>('channels/channel-bookings/list-retriable', 'read'),
    /** The reservations of a booking, by home and room as the channel has them. `home_id`: where the stay is now; the company can move it. */
    listStays: many<{ provider: string; owner_id: number; booking_id: string }, { channel_booking_id: number; property_id: string; position: number; reservation_id: number; home_id: string }>('channels/channel-bookings/list-stays', 'read'),
    /** Conversations without a booking that are known, of some. */
    listThreads: many<{ provider: string; owner_id: number; thread_ids: (string)[] }, { thread_id: string }>('channels/channel-bookings/list-threads', 'read'),
    /** Bookings and requests of an account whose last message at the channel manager is newer than those that were read. The id of a booking is empty for a conversation without one. */
    listUnreadBookings: many<{ booking_ids: (string)[]; thread_ids: (string)[]; last_at: (string)[]; provider: string; owner_id: number }, { id: number }>('channels/channel-bookings/list-unread-bookings', 'read'),
    /** Notes that people were notified of a revision that cannot be taken. */
    markTold: nothing<{ revision_id: string }>('channels/channel-bookings/mark-told', 'write'),
    /** Records until when the messages of a booking were read. */
    noteMessagesRead: nothing<{ until: string; channel_booking_id: number }>('channels/channel-bookings/note-messages-read', 'write'),
    /** Records a request that is no booking yet, and locks it. Its conversation is kept once it is known. */
    upsertRequest: numbering(one<{ provider: string; owner_id: number; booking_id: string; thread_id?: string | null | undefined }, { id: number }>('channels/channel-bookings/upsert-request', 'write')),
    /** Notes that a revision cannot be taken, and why. */
    upsertStuck: nothing<{ revision_id: string; remote_property_id: string; kind: string; reason: string; release: string }>('channels/channel-bookings/upsert-stuck', 'write'),
  },
  channelManager: {
    /** Assigns a property of the channel manager to an account, unless it is assigned already. */
    assignProperty: nothing<{ remote_property_id: string; owner_id: number }>('channels/channel-manager/assign-property', 'write'),
    /** Claims a queue with days to send, unless its limit of calls is used up: half of the calls of a minute at once, and the other half spread over the minute, so that no minute has more. Accounts take turns: the one that was served longest ago is next. */
    claimQueue: optional<{ lease_seconds: number; pause_seconds: number; burst_seconds: number }, { remote_property_id: string; kind: ChannelUpdateKind; claim: number }>('channels/channel-manager/claim-queue', 'write'),
    /** Claims a subscription that has to be sent to the channel manager, as it is now; no row while another claim holds. */
    claimRegistration: optional<{ lease_seconds: number; webhook_id: string }, { id: string; property_id: string; owner_id: number; home: string; callback_url: string; event_mask: string; headers: unknown; request_params: unknown; send_data: boolean; is_active: boolean; remote_property_id: string | null; remote_webhook_id: string | null; secret_version: number; registration_version: number; registration_claim: number }>('channels/channel-manager/claim-registration', 'write'),
    /** Counts the subscriptions of a home. */
    countOfHome: one<{ property_id: string }, { count: number }>('channels/channel-manager/count-of-home', 'read'),
    /** Counts the subscriptions of the homes of an owner. */
    countOfOwner: one<{ owner_id: number }, { count: number }>('channels/channel-manager/count-of-owner', 'read'),
    /** Rooms whose changed days the channel manager has not received yet, those of them that it refuses or that do not reach it, and for how long the oldest of these has failed. */
    countWaiting: one<Record<never, never>, { waiting: number; failing: number; failing_seconds: number }>('channels/channel-manager/count-waiting', 'read'),
    /** Deletes the subscriptions of homes. */
    deleteOfHomes: many<{ property_ids: (string)[] }, { remote_webhook_id: string | null }>('channels/channel-manager/delete-of-homes', 'write'),
    /** Withdraws the assignments of an account. */
    deletePropertiesOf: nothing<{ owner_id: number }>('channels/channel-manager/delete-properties-of', 'write'),
    /** Withdraws an assignment; it refuses (23503) while homes are mapped by it. */
    deleteProperty: optional<{ remote_property_id: string }, { remote_property_id: string }>('channels/channel-manager/delete-property', 'write'),
    /** Deletes a subscription of a user's own home, or any for the staff. */
    delete: optional<{ webhook_id: string; user_id: number; is_staff: boolean }, { id: string; remote_webhook_id: string | null }>('channels/channel-manager/delete', 'write'),
    /** The active subscription that a home of the channel manager is mapped to, the earliest of several. */
    findByRemoteHome: optional<{ remote_property_id: string }, { id: string; property_id: string; provider: string; event_mask: string; is_active: boolean; remote_property_id: string; room_type_id: string | null; secret_version: number; previous_holds: boolean; owner_id: number; currency: string; home: string; today: string }>('channels/channel-manager/find-by-remote-home', 'read'),
    /** The subscription of a home with this id, or its latest one. */
    findLatest: optional<{ property_id: string; webhook_id?: string | null | undefined }, { id: string; callback_url: string; headers: unknown; request_params: unknown; send_data: boolean; secret_version: number }>('channels/channel-manager/find-latest', 'read'),
    /** A subscription with its home, and whether the version before its secret's is still valid. */
    find: optional<{ webhook_id: string }, { id: string; property_id: string; provider: string; event_mask: string; is_active: boolean; remote_property_id: string | null; room_type_id: string | null; secret_version: number; previous_holds: boolean; owner_id: number; currency: string; home: string; today: string }>('channels/channel-manager/find', 'read'),
    /** Forgets days that the channel manager has accepted; what has changed meanwhile stays. */
    forgetSent: nothing<{ kind: ChannelUpdateKind; subscription_ids: (string)[] }>('channels/channel-manager/forget-sent', 'write'),
    /** A property of the channel manager that is assigned to an account, and stays so until the end of the transaction. */
    holdProperty: optional<{ remote_property_id: string; owner_id: number }, { remote_property_id: string }>('channels/channel-manager/hold-property', 'write'),
    /** A new subscription of a home; it refuses (23505) a room or rate that is mapped already. */
    insert: one<{ property_id: string; provider: string; callback_url: string; event_mask: string; headers: unknown; request_params: unknown; send_data: boolean; is_active: boolean; remote_property_id?: string | null | undefined; room_type_id?: string | null | undefined; rate_plan_id?: string | null | undefined }, { id: string; secret_version: number }>('channels/channel-manager/insert', 'write'),
    /** Tells whether the channel manager does not know the present state of a subscription. */
    isRegistrationPending: one<{ webhook_id: string }, { pending: boolean }>('channels/channel-manager/is-registration-pending', 'read'),
    /** Tells whether there are changed days that the channel manager has not received yet. */
    isWaiting: one<Record<never, never>, { waiting: boolean }>('channels/channel-manager/is-waiting', 'read'),
    /** Homes of the channel manager that somebody has mapped. */
    listHomes: many<Record<never, never>, { remote_property_id: string }>('channels/channel-manager/list-homes', 'read'),
    /** The mapped rooms of a home of the channel manager, the present day there, and the present time. */
    listMapped: many<{ remote_property_id: string }, { id: string; property_id: string; room_type_id: string | null; rate_plan_id: string | null; today: string; began_at: string }>('channels/channel-manager/list-mapped', 'read'),
    /** Days of a room from today on, within the horizon, as the channel manager is to know them. The price is that of one night at the included guests, after seasons that do not depend on the length of the stay. */
    listNights: many<{ days: string; horizon: number; subscription_id: string }, { day: string; is_available: boolean; price_cents: number; min_stay: number; max_stay: number; closed_to_arrival: boolean; closed_to_departure: boolean; stop_sell: boolean }>('channels/channel-manager/list-nights', 'read'),
    /** Properties of the channel manager that are assigned to an account, or all for the staff, with the homes that are mapped to them. */
    listProperties: many<{ user_id: number; is_staff: boolean; remote_property_id?: string | null | undefined; limit: number; offset: number }, { remote_property_id: string; owner_id: number; property_ids: (string)[]; created_at: string; total: number }>('channels/channel-manager/list-properties', 'read'),
    /** The homes of one owner that are rooms of a home at the channel manager. */
    listRooms: many<{ provider: string; remote_property_id: string; owner_id: number }, { room_type_id: string; property_id: string }>('channels/channel-manager/list-rooms', 'read'),
    /** Homes of the channel manager with a room that was not compared today, the day at the room, or that it has changed itself since the last comparison, ten minutes ago or more. */
    listUncompared: many<{ limit: number }, { remote_property_id: string }>('channels/channel-manager/list-uncompared', 'read'),
    /** Subscriptions of a user's own homes, or all for the staff, newest first. */
    list: many<{ user_id: number; is_staff: boolean; property_id?: string | null | undefined; is_active?: boolean | null | undefined; limit: number; offset: number }, { id: string; property_id: string; provider: string; callback_url: string; event_mask: string; headers: unknown; request_params: unknown; send_data: boolean; is_active: boolean; remote_property_id: string | null; room_type_id: string | null; rate_plan_id: string | null; last_delivery_at: string | null; last_delivery_status: number | null; failure_count: number; registration: WebhookRegistration; registration_error: string | null; created_at: string; updated_at: string; total: number }>('channels/channel-manager/list', 'read'),
    /** A subscription of a home, locked until the end of the transaction. */
    lock: optional<{ webhook_id: string; property_id: string }, { id: string; property_id: string; provider: string; callback_url: string; event_mask: string; headers: unknown; request_params: unknown; send_data: boolean; is_active: boolean; remote_property_id: string | null; room_type_id: string | null; rate_plan_id: string | null; secret_version: number }>('channels/channel-manager/lock', 'write'),
    /** Marks days of one room, where the channel manager knows something else. */
    markDays: nothing<{ subscription_id: string; kind: ChannelUpdateKind; days: (string)[] }>('channels/channel-manager/mark-days', 'write'),
    /** Marks nights of a home for its rooms at the channel manager. */
    markNights: many<{ property_id: string; check_in: string; check_out: string }, { marked: boolean }>('channels/channel-manager/mark-nights', 'write'),
    /** Notes that a room was compared; a request that came after the comparison began stays. */
    noteComparison: nothing<{ today: string; began_at: string; subscription_id: string }>('channels/channel-manager/note-comparison', 'write'),
    /** Records a delivery to the callback; null: it could not be reached. */
    noteDelivery: nothing<{ status?: number | null | undefined; webhook_id: string }>('channels/channel-manager/note-delivery', 'write'),
    /** Notes that days could not be sent; they are sent again later: after seconds at first, in the end each quarter of an hour. */
    noteFailure: nothing<{ is_refused: boolean; error: string; kind: ChannelUpdateKind; subscription_ids: (string)[] }>('channels/channel-manager/note-failure', 'write'),
    /** Ends a claim; no row when the queue was claimed again meanwhile. The channel manager can ask for a pause. */
    releaseQueue: optional<{ pause_seconds: number; remote_property_id: string; kind: ChannelUpdateKind; claim: number }, { claim: number }>('channels/channel-manager/release-queue', 'write'),
    /** Ends a claim with its outcome, which says nothing of a change that came later. None when the subscription was deleted, or another claim has taken its place. */
    releaseRegistration: optional<{ remote_webhook_id?: string | null | undefined; registration_version: number; registration: WebhookRegistration; error?: string | null | undefined; webhook_id: string; registration_claim: number }, { id: string }>('channels/channel-manager/release-registration', 'write'),
    /** Requests a comparison of the mapped rooms of a home there, and says of each whether its last comparison is ten minutes ago. No row when nothing is mapped. */
    requestComparison: many<{ remote_property_id: string }, { is_due: boolean }>('channels/channel-manager/request-comparison', 'write'),
    /** Marks a subscription to be sent to the channel manager; no row when it neither knows it nor needs it. */
    requestRegistration: optional<{ webhook_id: string }, { id: string }>('channels/channel-manager/request-registration', 'write'),
    /** Homes whose days could not be sent for a day, each once until it works again. */
    takeAlerts: many<Record<never, never>, { subscription_id: string; kind: ChannelUpdateKind; failing_since: string | null; property_id: string; owner_id: number; home: string; error: string }>('channels/channel-manager/take-alerts', 'write'),
    /** Takes the days of a queue that are to be sent: those of all rooms at once, or else of one that was refused before. */
    takeDays: many<{ remote_property_id: string; kind: ChannelUpdateKind }, { subscription_id: string; property_id: string; room_type_id: string | null; rate_plan_id: string | null; days: string }>('channels/channel-manager/take-days', 'write'),
    /** Writes a subscription, with a new secret where `rotate` asks for one. */
    update: one<{ provider: string; callback_url: string; event_mask: string; headers: unknown; request_params: unknown; send_data: boolean; is_active: boolean; remote_property_id?: string | null | undefined; room_type_id?: string | null | undefined; rate_plan_id?: string | null | undefined; rotate: boolean; webhook_id: string }, { secret_version: number }>('channels/channel-manager/update', 'write'),
  },
  messageTemplates: {
    /** Claims due sendings of all templates, in batches: moments of the last two days, since the template is active, of stays that take place. Returns the stays and the accounts of their homes. */
    claimDue: numbering(many<Record<never, never>, { reservation_id: number; owner_id: number }>('conversations/message-templates/claim-due', 'write')),
    /** Counts which of some homes are an account's. */
    countHomes: one<{ property_ids: (string)[]; owner_id: number }, { count: number }>('conversations/message-templates/count-homes', 'read'),
    /** Counts the templates of an account. */
    count: one<{ owner_id: number }, { count: number }>('conversations/message-templates/count', 'read'),
    /** Deletes the log of templates after 400 days, in batches. */
    deleteOld: one<Record<never, never>, { deleted: number }>('conversations/message-templates/delete-old', 'write'),
    /** Deletes a template; its log stays. */
    delete: optional<{ id: number; owner_id: number }, { id: number }>('conversations/message-templates/delete', 'write'),
    /** Deletes the templates of an account. */
    erase: nothing<{ user_id: number }>('conversations/message-templates/erase', 'write'),
    /** Values of the variables of a template for a stay, and the language of its guest. */
    findValues: optional<{ reservation_id: number }, { id: number; link_version: number; has_grants: boolean; guest_id: number | null; check_in: string; check_out: string; nights: number; guests: number; currency: string; home: string; address: string | null; check_in_time: string; check_out_time: string; company: string | null; host: string; language: string | null; guest_name: string | null; open_cents: number; takes_place: boolean }>('conversations/message-templates/find-values', 'read'),
    /** Writes a template. */
    insert: numbering(one<{ owner_id: number; name: string; property_ids?: (string)[] | null | undefined; trigger: TemplateTrigger; days: number; hour: number; texts: unknown; is_active: boolean }, { id: number; name: string; property_ids: (string)[] | null; trigger: TemplateTrigger; days: number; hour: number; texts: unknown; is_active: boolean; created_at: string }>('conversations/message-templates/insert', 'write')),
    /** Claimed sendings of a stay that are not sent, in their order. */
    listClaimed: many<{ reservation_id: number }, { id: number }>('conversations/message-templates/list-claimed', 'read'),
    /** Log of the templates at a stay, and the moments of active ones, as its days are now. */
    listOfStay: many<{ reservation_id: number }, { id: number | null; template_id: number | null; name: string; due_at: string; status: TemplateSendingStatus | null; reason: string | null; message_id: number | null; settled_at: string | null }>('conversations/message-templates/list-of-stay', 'read'),
    /** Messages of templates that reached nobody in the last seven days, the latest first, with their number. */
    listUnreached: many<{ user_id: number; homes?: (string)[] | null | undefined; limit: number }, { template_id: number | null; name: string; reservation_id: number; property_id: string; title: string; due_at: string; total: number }>('conversations/message-templates/list-unreached', 'read'),
    /** The templates of an account. */
    list: many<{ owner_id: number }, { id: number; name: string; property_ids: (string)[] | null; trigger: TemplateTrigger; days: number; hour: number; texts: unknown; is_active: boolean; created_at: string }>('conversations/message-templates/list', 'read'),
    /** A claimed sending with its texts, locked until the end of the transaction; no texts: the template was deleted. */
    lockSending: optional<{ sending_id: number }, { id: number; reservation_id: number; texts: unknown | null }>('conversations/message-templates/lock-sending', 'write'),
    /** A template of an account, locked until the end of the transaction. */
    lock: optional<{ id: number; owner_id: number }, { id: number; name: string; property_ids: (string)[] | null; trigger: TemplateTrigger; days: number; hour: number; texts: unknown; is_active: boolean; created_at: string }>('conversations/message-templates/lock', 'write'),
    /** Outcome of a sending. */
    settle: nothing<{ status: TemplateSendingStatus; reason?: string | null | undefined; message_id?: number | null | undefined; sending_id: number }>('conversations/message-templates/settle', 'write'),
    /** Changes a template. What begins to be sent, or is sent at another moment, begins now: earlier moments are not made up for. */
    update: optional<{ name: string; property_ids?: (string)[] | null | undefined; trigger: TemplateTrigger; days: number; hour: number; texts: unknown; is_active: boolean; id: number; owner_id: number }, { id: number; name: string; property_ids: (string)[] | null; trigger: TemplateTrigger; days: number; hour: number; texts: unknown; is_active: boolean; created_at: string }>('conversations/message-templates/update', 'write'),
  },
  messages: {
    /** Blocks a person, unless the user has before. */
    block: nothing<{ user_id: number; blocked_id: number }>('conversations/messages/block', 'write'),
    /** Calls the mail about unread messages off. */
    cancelMail: nothing<{ user_id: number; other_id: number }>('conversations/messages/cancel-mail', 'write'),
    /** Counts the unread messages of a conversation that are about some homes. */
    countUnreadOnHomes: one<{ user_id: number; other_id: number; homes: (string)[]; or_no_home: boolean }, { unread: number }>('conversations/messages/count-unread-on-homes', 'read'),
    /** Counts the messages that a user has not read. */
    countUnread: one<{ user_id: number }, { unread: number }>('conversations/messages/count-unread', 'read'),
    /** Deletes those of some conversations that have no message left, with their reports; the caller has locked them. */
    deleteEmpty: nothing<{ conversation_ids: (number)[] }>('conversations/messages/delete-empty', 'write'),
    /** Deletes the oldest messages of some conversations after so many days, in batches; the caller has locked the conversations. Returns the files that were sent with them. */
    deleteOld: numbering(one<{ conversation_ids: (number)[]; days: number }, { deleted: number; files: (string)[] }>('conversations/messages/delete-old', 'write')),
    /** Takes a user's files from their messages, and deletes their blocks. Neither of two is mailed what they have missed when one of them is gone. */
    erase: numbering(nothing<{ user_id: number }>('conversations/messages/erase', 'write')),
    /** The attachment of a message, the two whom it belongs to, and the time that decides whether its address has expired. */
    findAttachment: optional<{ message_id: number }, { sender_id: number; receiver_id: number; property_id: string | null; attachment: string | null; now: number }>('conversations/messages/find-attachment', 'read'),
    /** The first messages of a conversation that are about none of some homes, or about another stay than one: unread, and without an answer. `or_no_home`: messages about no home do not count. */
    findFirstBeyond: one<{ user_id: number; other_id: number; homes: (string)[]; or_no_home: boolean; reservation_id?: number | null | undefined }, { unread_id: number | null; waiting_id: number | null }>('conversations/messages/find-first-beyond', 'read'),
    /** Tells whether a user has a conversation with another, and is blocked by them. */
    findListener: optional<{ user_id: number; other_id: number }, { is_blocked: boolean }>('conversations/messages/find-listener', 'read'),
    /** Subject of a mail about unread messages: who has written, the last message that is unread and in no mail yet, and how long the mail waits: until the first of them is five minutes old, and the mail before an hour. */
    findMissed: optional<{ user_id: number; other_id: number }, { first_name: string; last_id: number; wait_seconds: number }>('conversations/messages/find-missed', 'read'),
    /** Another person, and what stands between them and a user; no row when there was never somebody else of that number. `is_known`: they have a conversation. `may_begin`: the user has to do with them without one, and could begin one. */
    findOther: optional<{ user_id: number; other_id: number }, { id: number; first_name: string; avatar: string | null; is_gone: boolean; is_known: boolean; has_blocked: boolean; is_blocked: boolean; may_begin: boolean }>('conversations/messages/find-other', 'read'),
    /** A user's side of their conversation with another, and how far the other has read. */
    findSide: optional<{ user_id: number; other_id: number }, { conversation_id: number; unread: number; other_read_up_to: number }>('conversations/messages/find-side', 'read'),
    /** The subject that a message between two people may have: whether a home is one's that the other may see, and the home of a reservation that one has with the other; null when they have no such reservation. */
    findSubject: one<{ property_id?: string | null | undefined; sender_id: number; receiver_id: number; reservation_id?: number | null | undefined }, { is_their_home: boolean; stay_home_id: string | null }>('conversations/messages/find-subject', 'read'),
    /** Since when somebody waits for an answer of a user: with homes, as far as it is about some of them, or with `or_no_home` about none. */
    findWaiting: one<{ user_id: number; other_id: number; homes?: (string)[] | null | undefined; or_no_home: boolean }, { waiting_since: string | null }>('conversations/messages/find-waiting', 'read'),
    /** Writes down that somebody of support reads a reported conversation; no row when there is no such report. */
    insertReading: numbering(optional<{ report_id: number; reader_id: number }, { conversation_id: number }>('conversations/messages/insert-reading', 'write')),
    /** Reports a user's conversation with another, unless they have before; no row when the two have none. */
    insertReport: numbering(optional<{ user_id: number; other_id: number; reason: string }, { conversation_id: number }>('conversations/messages/insert-report', 'write')),
    /** Writes a message and both sides of its conversation, which the caller has locked. It answers the messages before it, but none from `unseen_id` on; an automatic one answers nothing, and leaves a conversation alone in which something waits. */
    insert: numbering(one<{ conversation_id: number; sender_id: number; receiver_id: number; content: string; property_id?: string | null | undefined; reservation_id?: number | null | undefined; attachment?: string | null | undefined; attachment_file?: unknown | null | undefined; sent_by?: number | null | undefined; unseen_id?: number | null | undefined; is_automatic: boolean }, { id: number; sender_id: number; receiver_id: number; content: string; property_id: string | null; reservation_id: number | null; created_at: string; attachment: string | null; attachment_file: unknown | null; attachment_until: number; sent_by: unknown | null }>('conversations/messages/insert', 'write')),
    /** Tells whether somebody has to do with some homes of a user: as their guest, or because the two have written about them, or with `or_no_home` about none. */
    isNearHomes: one<{ other_id: number; homes: (string)[]; user_id: number; or_no_home: boolean }, { found: boolean }>('conversations/messages/is-near-homes', 'read'),
    /** A user's conversations as far as they are about some homes, the latest first; `or_no_home`: or about none. */
    listConversationsOnHomes: many<{ homes: (string)[]; or_no_home: boolean; user_id: number; limit: number; offset: number }, { other_id: number; first_name: string; avatar: string | null; unread: number; waiting_since: string | null; id: number; sender_id: number; receiver_id: number; content: string; property_id: string | null; reservation_id: number | null; created_at: string; attachment: string | null; attachment_file: unknown | null; attachment_until: number; sent_by: unknown | null; home_id: string | null; home_title: string | null; total: number; total_unread: number }>('conversations/messages/list-conversations-on-homes', 'read'),
    /** A user's conversations, the latest first. The name of an erased account is empty. */
    listConversations: many<{ user_id: number; limit: number; offset: number }, { other_id: number; first_name: string; avatar: string | null; unread: number; waiting_since: string | null; id: number; sender_id: number; receiver_id: number; content: string; property_id: string | null; reservation_id: number | null; created_at: string; attachment: string | null; attachment_file: unknown | null; attachment_until: number; sent_by: unknown | null; home_id: string | null; home_title: string | null; total: number }>('conversations/messages/list-conversations', 'read'),
    /** The files that a user has sent. */
    listFiles: many<{ user_id: number }, { path: string }>('conversations/messages/list-files', 'read'),
    /** Homes of the messages that are unread and in no mail yet; null for those about none. `is_theirs`: the other account lets it. */
    listMissedHomes: many<{ user_id: number; other_id: number }, { property_id: string | null; is_theirs: boolean }>('conversations/messages/list-missed-homes', 'read'),
    /** The first messages that are unread and in no mail yet, oldest first, and how many there are; of some homes, for a member who reads those only. */
    listMissed: many<{ user_id: number; other_id: number; homes?: (string)[] | null | undefined; or_no_home: boolean; limit: number }, { excerpt: string; count: number }>('conversations/messages/list-missed', 'read'),
    /** Lists the attachments of messages among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('conversations/messages/list-named-files', 'read'),
    /** Recipients of notifications about the messages of a user, each with its key. */
    listNotified: many<{ user_id: number }, { user_id: number; key: string }>('conversations/messages/list-notified', 'read'),
    /** Reports of conversations, newest first, with how often support has read each. An erased account has no name. */
    listReports: many<{ limit: number; offset: number }, { id: number; reason: string; created_at: string; reporter_id: number; reported_id: number; reporter_name: string; reporter_is_deleted: boolean; reported_name: string; reported_is_deleted: boolean; readings: number; last_read_at: string | null; total: number }>('conversations/messages/list-reports', 'read'),
    /** Some messages, by their numbers. */
    listSome: many<{ ids: (number)[] }, { id: number; sender_id: number; receiver_id: number; content: string; property_id: string | null; reservation_id: number | null; created_at: string; attachment: string | null; attachment_file: unknown | null; attachment_until: number; sent_by: unknown | null }>('conversations/messages/list-some', 'read'),
    /** Messages of a conversation, newest first, before one of them. */
    list: composed<{ conversation_id: number; before?: number | null | undefined; limit: number; homes?: (string)[] | null | undefined; or_no_home?: boolean | null | undefined }, { id: number; sender_id: number; receiver_id: number; content: string; property_id: string | null; reservation_id: number | null; created_at: string; attachment: string | null; attachment_file: unknown | null; attachment_until: number; sent_by: unknown | null }, MessagesPart>('conversations/messages/list', 'read'),
    /** A side of a conversation whose mail is due or will be, locked until the end of the transaction. */
    lockMail: optional<{ user_id: number; other_id: number }, { conversation_id: number }>('conversations/messages/lock-mail', 'write'),
    /** The conversations of the oldest messages, some of them, locked until the end of the transaction: those with messages of more than so many days, but not one that was reported since, nor one that somebody writes in at this moment. */
    lockOldest: many<{ days: number }, { id: number }>('conversations/messages/lock-oldest', 'write'),
    /** A user's side of a conversation, locked until the end of the transaction. */
    lockSide: optional<{ user_id: number; other_id: number }, { conversation_id: number; unread: number; read_up_to: number; last_message_id: number }>('conversations/messages/lock-side', 'write'),
    /** Moves the mark up to which a user's conversation needs no answer forward, never behind its last message. Returns the home named last; no row if there is no conversation. */
    markAnswered: optional<{ message_id: number; user_id: number; other_id: number }, { property_id: string | null }>('conversations/messages/mark-answered', 'write'),
    /** Records that a mail covers all messages up to one. */
    markMailed: nothing<{ message_id: number; user_id: number; other_id: number }>('conversations/messages/mark-mailed', 'write'),
    /** Moves a user's read mark forward and counts what is unread behind it. */
    markRead: one<{ message_id: number; user_id: number; other_id: number }, { unread: number; read_up_to: number }>('conversations/messages/mark-read', 'write'),
    /** Sets when the mail is due. */
    postponeMail: nothing<{ seconds: number; user_id: number; other_id: number }>('conversations/messages/postpone-mail', 'write'),
    /** Counts again what is unread in some conversations, of which messages were deleted. It is a statement of its own, so that it sees how far somebody has read who held their side meanwhile. */
    recountUnread: nothing<{ conversation_ids: (number)[] }>('conversations/messages/recount-unread', 'write'),
    /** Sets when a mail about unread messages is due, if none is: after five minutes, and an hour after the one before. */
    scheduleMail: optional<{ user_id: number; other_id: number }, { wait_seconds: number }>('conversations/messages/schedule-mail', 'write'),
    /** Lifts a block; no row when there is none. */
    unblock: optional<{ user_id: number; blocked_id: number }, { blocked_id: number }>('conversations/messages/unblock', 'write'),
    /** The conversation of two people, made when there is none, and locked until the end of the transaction. */
    upsertConversation: numbering(one<{ sender_id: number; receiver_id: number; property_id?: string | null | undefined }, { id: number; is_new: boolean }>('conversations/messages/upsert-conversation', 'write')),
  },
  reviews: {
    /** Claims a reply before its channel is asked to take it; no row when somebody has. */
    claimChannelReply: optional<{ review_id: number }, { id: number }>('conversations/reviews/claim-channel-reply', 'write'),
    /** Counts the reviews of a home from some channels. */
    countChannels: one<{ property_id: string; sources: (MessageSource)[] }, { count: number }>('conversations/reviews/count-channels', 'replica'),
    /** Removes the names of guests from the reviews that channels brought of some stays. */
    eraseGuests: nothing<{ reservation_ids: (number)[] }>('conversations/reviews/erase-guests', 'write'),
    /** A reply that waits for its channel. `since_claim`: seconds since the channel was asked to take it. */
    findChannelReply: optional<{ review_id: number }, { id: number; external_id: string; remote_property_id: string; reply: string; since_claim: number | null }>('conversations/reviews/find-channel-reply', 'read'),
    /** A review of a channel, with the account of its home; `is_listed`: its home is on the market. */
    findChannel: optional<{ comment_id: number }, { id: number; property_id: string; rating: number; content: string; cleanliness: number | null; accuracy: number | null; check_in: number | null; communication: number | null; location: number | null; value: number | null; reply: string | null; replied_at: string | null; created_at: string; updated_at: string; author_id: number | null; first_name: string; avatar: string | null; reservation_id: number | null; owner_id: number; can_edit_until: string | null; can_reply: boolean; can_reply_until: string | null; source: MessageSource; score: string | null; reply_state: MessageState | null; reply_error: string | null; home: string; is_listed: boolean }>('conversations/reviews/find-channel', 'read'),
    /** A home whose reviews can be read, and what they come to. */
    findHome: optional<{ property_id: string }, { id: string; owner_id: number; rating_average: string | null; rating_count: number; histogram: (number)[] | null; averages: unknown | null }>('conversations/reviews/find-home', 'replica'),
    /** The review of a stay with its author, unless it is hidden. The name of an erased account is empty. */
    findOfStay: optional<{ reservation_id: number }, { id: number; property_id: string; reservation_id: number; rating: number; content: string; cleanliness: number | null; accuracy: number | null; check_in: number | null; communication: number | null; location: number | null; value: number | null; reply: string | null; replied_at: string | null; created_at: string; updated_at: string; author_id: number; first_name: string; avatar: string | null; owner_id: number; can_edit_until: string | null; can_reply: boolean; can_reply_until: string | null }>('conversations/reviews/find-of-stay', 'read'),
    /** The stay of a guest at a home that a review would be about: the latest that can be reviewed, else the latest of all. */
    findStay: optional<{ property_id: string; user_id: number; reservation_id?: number | null | undefined }, { id: number; is_completed: boolean; is_recent: boolean; is_reviewed: boolean }>('conversations/reviews/find-stay', 'read'),
    /** A review with its author and its home. The name of an erased account is empty. */
    find: optional<{ comment_id: number }, { id: number; property_id: string; reservation_id: number; author_id: number; rating: number; content: string; cleanliness: number | null; accuracy: number | null; check_in: number | null; communication: number | null; location: number | null; value: number | null; reply: string | null; replied_at: string | null; created_at: string; updated_at: string; first_name: string; avatar: string | null; owner_id: number; home: string; is_listed: boolean; is_hidden: boolean; can_edit_until: string | null; can_reply: boolean; can_reply_until: string | null }>('conversations/reviews/find', 'read'),
    /** Removes the names of guests from reviews of channels a year after they were written, in batches. */
    forgetNames: one<Record<never, never>, { deleted: number }>('conversations/reviews/forget-names', 'write'),
    /** A new review; no row when the stay has one. */
    insert: numbering(optional<{ property_id: string; reservation_id: number; author_id: number; rating: number; content: string; cleanliness?: number | null | undefined; accuracy?: number | null | undefined; check_in?: number | null | undefined; communication?: number | null | undefined; location?: number | null | undefined; value?: number | null | undefined }, { id: number }>('conversations/reviews/insert', 'write')),
    /** Recipients of notifications about the reviews of a user, each with its key and its text. */
    listNotified: many<{ user_id: number }, { user_id: number; key: string; home: string; rating: number }>('conversations/reviews/list-notified', 'read'),
    /** Some reviews, by their numbers. The name of an erased account is empty. */
    listSome: many<{ ids: (number)[] }, { id: number; property_id: string; rating: number; content: string; cleanliness: number | null; accuracy: number | null; check_in: number | null; communication: number | null; location: number | null; value: number | null; reply: string | null; replied_at: string | null; created_at: string; updated_at: string; author_id: number; first_name: string; avatar: string | null; reservation_id: number; owner_id: number; can_edit_until: string | null; can_reply: boolean; can_reply_until: string | null }>('conversations/reviews/list-some', 'read'),
    /** A page of stays that ended seven to nine days ago at their home and that their guest has not reviewed, by check-out. */
    listUnreviewed: many<{ check_out: string; id: number }, { id: number; guest_id: number; home: string; check_in: string; check_out: string }>('conversations/reviews/list-unreviewed', 'read'),
    /** One page of the reviews of a home, newest first, with those of some channels. The name of an erased account is empty. `score`: of ten. */
    list: many<{ property_id: string; limit: number; offset: number; sources: (MessageSource)[] }, { id: number; property_id: string; rating: number; content: string; cleanliness: number | null; accuracy: number | null; check_in: number | null; communication: number | null; location: number | null; value: number | null; reply: string | null; replied_at: string | null; created_at: string; updated_at: string; author_id: number | null; first_name: string; avatar: string | null; reservation_id: number | null; owner_id: number; can_edit_until: string | null; can_reply: boolean; can_reply_until: string | null; source: MessageSource; score: string | null; reply_state: MessageState | null; reply_error: string | null }>('conversations/reviews/list', 'replica'),
    /** Gives a claim back: the channel was not reached. */
    releaseChannelReply: nothing<{ review_id: number }>('conversations/reviews/release-channel-reply', 'write'),
    /** Hides a review or shows it again, and records who did and why; no row when it was so before. */
    setHidden: numbering(optional<{ is_hidden: boolean; comment_id: number; actor_id: number; reason: string }, { id: number }>('conversations/reviews/set-hidden', 'write')),
    /** Outcome of a reply; nothing changes when it is settled. */
    settleChannelReply: nothing<{ state: MessageState; error?: string | null | undefined; review_id: number }>('conversations/reviews/settle-channel-reply', 'write'),
    /** Counts the reviews of a home, whose row the caller has locked, and stores what they come to. */
    summarize: one<{ property_id: string }, { rating_average: string | null; rating_count: number }>('conversations/reviews/summarize', 'write'),
    /** Changes a review. */
    update: numbering(nothing<{ rating: number; content: string; cleanliness?: number | null | undefined; accuracy?: number | null | undefined; check_in?: number | null | undefined; communication?: number | null | undefined; location?: number | null | undefined; value?: number | null | undefined; comment_id: number }>('conversations/reviews/update', 'write')),
    /** Writes a review of a channel as its list has it; no row when it is so already. A reply there is the reply here. `is_new`: for the first time. */
    upsertChannel: optional<{ property_id: string; reservation_id?: number | null | undefined; remote_property_id: string; external_id: string; source: MessageSource; guest_name?: string | null | undefined; content: string; score?: string | null | undefined; rating?: number | null | undefined; cleanliness?: number | null | undefined; accuracy?: number | null | undefined; check_in?: number | null | undefined; communication?: number | null | undefined; location?: number | null | undefined; value?: number | null | undefined; is_hidden: boolean; reply?: string | null | undefined; received_at: string }, { id: number; is_new: boolean; is_shown: boolean }>('conversations/reviews/upsert-channel', 'write'),
    /** Writes the reply to a review of a channel, which is on its way; no row where there is one, unless the channel has refused it. */
    writeChannelReply: optional<{ content: string; comment_id: number }, { id: number }>('conversations/reviews/write-channel-reply', 'write'),
    /** Writes the owner's reply to a review. The time of the first one stays. */
    writeReply: numbering(nothing<{ content: string; comment_id: number }>('conversations/reviews/write-reply', 'write')),
  },
  stayMessages: {
    /** Recognises a message that the list of a channel has as one of the company whose outcome is not known, by its words, at one of some stays. */
    adopt: numbering(optional<{ external_id: string; reservation_ids: (number)[]; content: string }, { id: number; reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean }>('conversations/stay-messages/adopt', 'write')),
    /** Claims a message before its channel is asked to take it; no row when somebody has. */
    claim: numbering(optional<{ message_id: number }, { id: number }>('conversations/stay-messages/claim', 'write')),
    /** Counts messages of guests that a company has not read, their conversations, and conversations that wait for an answer: about its homes, or some of them, and with `or_no_home` about none. An account without homes has none. */
    countUnread: one<{ user_id: number; homes?: (string)[] | null | undefined; or_no_home: boolean }, { messages: number; conversations: number; unanswered: number }>('conversations/stay-messages/count-unread', 'read'),
    /** Deletes empty conversations. A message that arrives meanwhile changes the last message of its conversation, which then stays. */
    deleteEmpty: nothing<{ reservation_ids: (number)[] }>('conversations/stay-messages/delete-empty', 'write'),
    /** Deletes messages of stays, in batches: after so many days, and those of guests without an account with their addresses, a year after the stay. Returns how many these are, and their stays, whose conversations may be empty now (delete-empty.sql). */
    deleteOld: numbering(one<{ days?: number | null | undefined }, { deleted: number; reservation_ids: (number)[] }>('conversations/stay-messages/delete-old', 'write')),
    /** Deletes the conversations of some stays, with the notes. */
    eraseGuests: numbering(nothing<{ reservation_ids: (number)[] }>('conversations/stay-messages/erase-guests', 'write')),
    /** Deletes messages of the stays of an account: the notes about it as a guest, and what it has written and read as a company. */
    erase: numbering(nothing<{ user_id: number }>('conversations/stay-messages/erase', 'write')),
    /** A message that the guest of a stay has written here with the same words within the last minute. */
    findRepeated: optional<{ reservation_id: number; content: string }, { id: number }>('conversations/stay-messages/find-repeated', 'read'),
    /** A message that waits for its channel. `since_claim`: seconds since the channel was asked to take it. */
    findSending: optional<{ message_id: number }, { id: number; reservation_id: number; content: string; created_at: string; since_claim: number | null }>('conversations/stay-messages/find-sending', 'read'),
    /** A stay with how its guest can be written to, and how the guest is called. */
    findStay: optional<{ reservation_id: number }, { id: number; link_version: number; property_id: string; owner_id: number; guest_id: number | null; home: string; check_in: string; check_out: string; email: string | null; proved_email: string | null; email_scopes: (string)[] | null; language: string | null; has_grants: boolean; owner_name: string; name: string | null; is_guest_gone: boolean; is_blocked: boolean }>('conversations/stay-messages/find-stay', 'read'),
    /** Since when the guest of a stay waits for an answer in the conversation of the stay; no row without one. */
    findWaiting: optional<{ reservation_id: number }, { waiting_since: string | null }>('conversations/stay-messages/find-waiting', 'read'),
    /** Writes a message of a stay, and its conversation; no row for one of a channel that is written already. One of a person to the guest answers what waits once it is sent; any other of the company moves the mark only where nothing waits. */
    insert: numbering(optional<{ reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by?: number | null | undefined; is_automatic: boolean; by_company_link?: boolean | null | undefined; state: MessageState; external_id?: string | null | undefined; created_at?: string | null | undefined }, { id: number; reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean }>('conversations/stay-messages/insert', 'write')),
    /** A company's conversations, the latest first, before one of them: those of two accounts, and those of stays with messages of their own. A conversation of two accounts has the stay that its last message names, else a stay at the home that it names, else the next stay of the guest. Only conversations about the homes, or about some of them; `or_no_home`: also those about no home. An account without homes has none. */
    listConversations: many<{ user_id: number; homes?: (string)[] | null | undefined; or_no_home: boolean; before?: number | null | undefined; is_unread: boolean; is_unanswered: boolean; limit: number }, { cursor: number; unread: number; waiting_since: string | null; other_id: number | null; first_name: string | null; avatar: string | null; name: string | null; reservation_id: number | null; check_in: string | null; check_out: string | null; status: ReservationStatus | null; ota_name: string | null; home_id: string | null; home_title: string | null; id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean; attachment: string | null; attachment_file: unknown | null; attachment_until: number | null }>('conversations/stay-messages/list-conversations', 'read'),
    /** The messages of some stays that their channel has, by its ids. */
    listExternalIds: many<{ reservation_ids: (number)[] }, { external_id: string }>('conversations/stay-messages/list-external-ids', 'read'),
    /** The latest messages of a stay as its guest sees them, newest first: no notes, and none that a channel has refused. */
    listForGuest: many<{ reservation_id: number }, { id: number; reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean }>('conversations/stay-messages/list-for-guest', 'read'),
    /** Stays of a company whose guests are in the house today at their home, in the order in which their threads are locked. many */
    listInHouse: many<{ owner_id: number; homes?: (string)[] | null | undefined; property_id?: string | null | undefined; limit: number }, { id: number }>('conversations/stay-messages/list-in-house', 'read'),
    /** Some messages of stays, by their numbers. */
    listSome: many<{ ids: (number)[] }, { id: number; reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean }>('conversations/stay-messages/list-some', 'read'),
    /** Messages of a stay, newest first, before one of them: its own, and those of its two accounts that name neither another stay nor another home; with `or_no_home` those about no home too. */
    list: many<{ reservation_id: number; before?: number | null | undefined; limit: number; or_no_home: boolean }, { id: number; reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean; attachment: string | null; attachment_file: unknown | null; attachment_until: number | null }>('conversations/stay-messages/list', 'read'),
    /** The conversation of a stay, locked until the end of the transaction. Take the lock in a statement of its own: a statement that waits for it counts from an older snapshot, without the messages that arrived while it waited. */
    lockThread: optional<{ reservation_id: number }, { unread: number; read_up_to: number; last_message_id: number }>('conversations/stay-messages/lock-thread', 'write'),
    /** Moves the mark up to which a stay's conversation needs no answer forward, never behind its last message. */
    markAnswered: nothing<{ message_id: number; reservation_id: number }>('conversations/stay-messages/mark-answered', 'write'),
    /** Moves the read mark of a stay's conversation forward, for its whole company, and counts what is unread behind it. */
    markRead: one<{ message_id: number; reservation_id: number }, { unread: number }>('conversations/stay-messages/mark-read', 'write'),
    /** Moves the conversation of a stay to another stay, which may have one already; messages that both have are kept there once. Returns the read mark of both, behind which the caller counts what is unread; no row if there is no conversation. */
    moveThread: numbering(optional<{ from_id: number; to_id: number }, { read_up_to: number }>('conversations/stay-messages/move-thread', 'write')),
    /** Gives a claim back: the channel was not reached. */
    release: numbering(nothing<{ message_id: number }>('conversations/stay-messages/release', 'write')),
    /** Sets when a mail about unread messages of a stay is due, if none is: after five minutes, and an hour after the one before. */
    scheduleMail: optional<{ reservation_id: number }, { wait_seconds: number }>('conversations/stay-messages/schedule-mail', 'write'),
    /** Outcome of a message through a channel, which answers the guest once it is sent; no row when it is settled, or the list of the channel has brought it. The caller has locked the conversation. */
    settle: numbering(optional<{ state: MessageState; error?: string | null | undefined; external_id?: string | null | undefined; message_id: number }, { id: number; reservation_id: number; source: MessageSource; from_guest: boolean; content: string; attachments: (string)[]; sent_by: unknown | null; state: MessageState; error: string | null; created_at: string; by_company_link: boolean }>('conversations/stay-messages/settle', 'write')),
    /** Ends the wait of a mail about unread messages of a stay, whose conversation is locked. Returns what it says: the first messages of the guest that are unread and in no mail yet, and how many there are. No row when none waits. */
    takeMail: optional<{ reservation_id: number; limit: number }, { count: number; excerpts: (string)[]; last_id: number }>('conversations/stay-messages/take-mail', 'write'),
  },
  triggers: {
    /** A message, and which of the two owns the home that it names, or any home if it names none. */
    findMessage: optional<{ message_id: number }, { id: number; sender_id: number; receiver_id: number; content: string; property_id: string | null; reservation_id: number | null; created_at: string; attachment: string | null; attachment_file: unknown | null; attachment_until: number; sent_by: unknown | null; from_owner: boolean; to_owner: boolean }>('conversations/triggers/find-message', 'read'),
    /** A payment with the parties of its reservation, and its latest refund. Nobody is notified of what a bank took back, so that is no refund here. */
    findPayment: optional<{ payment_id: number }, { payment_id: number; status: PaymentStatus; amount_cents: number; currency: string; id: number; property_id: string; guest_id: number | null; check_in: string; check_out: string; reservation_status: ReservationStatus; owner_id: number; home: string; refund_id: number | null; refund_status: RefundStatus | null; refund_cents: number | null }>('conversations/triggers/find-payment', 'read'),
  },
  dev: {
    /** Tells whether a demo account exists already. */
    findAccount: optional<{ email: string }, { id: number }>('dev/find-account', 'read'),
    /** The largest city of a country with this name. */
    findCity: optional<{ country_id: string; name: string }, { id: string; latitude: number; longitude: number }>('dev/find-city', 'read'),
    /** Today in UTC. */
    findToday: one<Record<never, never>, { today: string }>('dev/find-today', 'read'),
    /** A demo account, verified from the start. */
    insertAccount: numbering(one<{ username: string; first_name: string; last_name: string; phone: string; email: string; password_hash: string; role: UserRole }, { id: number }>('dev/insert-account', 'write')),
    /** The platforms of a demo home: a subscription of a channel manager, an assigned property there, and a calendar that is read again in ten years. */
    insertChannel: numbering(nothing<{ webhook_id: string; property_id: string; callback_url: string; remote_property_id: string; owner_id: number; feed_url: string }>('dev/insert-channel', 'write')),
    /** A special price for some days of a demo home. */
    insertDays: nothing<{ property_id: string; price_cents: number; min_stay: number; from_day: string; to_day: string }>('dev/insert-days', 'write'),
    /** A webhook endpoint that is paused, with an id that examples name. */
    insertEndpoint: nothing<{ id: string; user_id: number; url: string; types: (string)[]; description: string; secret: Uint8Array }>('dev/insert-endpoint', 'write'),
    /** A supplement of a demo stay that its guest has paid in cash. */
    insertEntry: numbering(one<{ reservation_id: number; amount_cents: number; label: string }, { payment_id: number }>('dev/insert-entry', 'write')),
    /** An invitation with an id that examples name. */
    insertInvitation: nothing<{ id: string; owner_id: number; property_ids: (string)[]; email: string; key_hash: Uint8Array }>('dev/insert-invitation', 'write'),
    /** The invoice of a demo payment, at a fixed address. */
    insertInvoice: numbering(nothing<{ key: string; number: string; reservation_id: number; payment_id: number; locale: Locale; seller: unknown; buyer: unknown; lines: unknown; total_cents: number; currency: string }>('dev/insert-invoice', 'write')),
    /** A key that nobody has. */
    insertKey: nothing<{ id: string; user_id: number; property_ids: (string)[] }>('dev/insert-key', 'write'),
    /** A member of a team. */
    insertMember: nothing<{ id: string; owner_id: number; role: string; user_id: number }>('dev/insert-member', 'write'),
    /** Notifications of the demo's guests and owners for the last thirty days, oldest first. Those older than a day are read. */
    insertNotifications: numbering(nothing<Record<never, never>>('dev/insert-notifications', 'write')),
    /** The payment of what was due for a demo stay, with its checkout and its receipt, and its refund where it is refunded. */
    insertPayment: numbering(one<{ reservation_id: number; key: string; status: PaymentStatus; session_id: string; payment_intent_id: string }, { id: number; refund_id: number | null }>('dev/insert-payment', 'write')),
    /** The payments of the demo's stays that have none yet, as the state of each says. Returns those that were made. */
    insertPayments: numbering(many<Record<never, never>, { id: number }>('dev/insert-payments', 'write')),
    /** A quote with a fixed id, which stays valid for a year. */
    insertQuote: nothing<{ id: string; property_id: string; check_in: string; check_out: string; adults: number; children: number; infants: number; body: unknown }>('dev/insert-quote', 'write'),
    /** A stay in a demo home, in whatever state, with how it got there; those that hold nights take them. */
    insertReservation: numbering(one<{ property_id: string; guest_id: number; check_in: string; check_out: string; adults: number; children: number; infants: number; status: ReservationStatus; quote: unknown; total_cents: number; due_now_cents: number; balance_due_on?: string | null | undefined; currency: string; message?: string | null | undefined; hold_hours?: number | null | undefined; days_ago: number; to_statuses: (ReservationStatus)[]; actors: (Actor)[] }, { id: number }>('dev/insert-reservation', 'write')),
    /** A seasonal reduction of a demo home. */
    insertSeason: numbering(nothing<{ property_id: string; label: string; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number; policy: SeasonPolicy }>('dev/insert-season', 'write')),
    /** A session with an id that examples name. */
    insertSession: nothing<{ sid: string; user_id: number }>('dev/insert-session', 'write'),
    /** The calendar of somebody's own tasks, with a token that is known. */
    insertTaskCalendar: nothing<{ user_id: number; token: string }>('dev/insert-task-calendar', 'write'),
    /** The refundable money of the demo's payments, with the key of the provider for each. */
    listReceipts: many<Record<never, never>, { payment_intent_id: string; key: string; left_cents: number }>('dev/list-receipts', 'read'),
    /** Gives a demo account and a demo home the keys that the examples of the API name. */
    updateKeys: numbering(nothing<{ mail_key: string; user_id: number; calendar_token: string; property_id: string }>('dev/update-keys', 'write')),
  },
  properties: {
    /** Archives a home. Past reservations stay. Its feeds are deleted when they are next due (src/bookings/calendars/feeds.ts). */
    archive: numbering(nothing<{ property_id: string }>('homes/properties/archive', 'write')),
    /** Counts the favourites of a user. */
    countFavorites: one<{ user_id: number }, { count: number }>('homes/properties/count-favorites', 'read'),
    /** Counts the homes that an owner has on the market or as drafts. */
    countOfOwner: one<{ user_id: number }, { count: number }>('homes/properties/count-of-owner', 'read'),
    /** Takes a home off a user's favourites; no row when it was not among them. */
    deleteFavorite: optional<{ user_id: number; property_id: string }, { property_id: string }>('homes/properties/delete-favorite', 'write'),
    /** Removes a photo from a home. */
    deletePhoto: numbering(optional<{ photo_id: number; property_id: string }, { path: string; smaller: unknown }>('homes/properties/delete-photo', 'write')),
    /** Forgets what an owner calls their homes. */
    eraseExternalIds: nothing<{ user_id: number }>('homes/properties/erase-external-ids', 'write'),
    /** Deletes the favourites of a user, and takes their homes off the market, with what says where and how they live; titles stay for reservations and invoices. The homes lose their sellers. Returns the files of the photos. */
    erase: numbering(many<{ user_id: number }, { path: string; smaller: unknown }>('homes/properties/erase', 'write')),
    /** The title of a home on the market, or of a guest's own draft, whether it can be booked without an inquiry, and whether the guest is its owner. */
    findBookingTerms: optional<{ guest_id: number; property_id: string }, { title: string; instant_book: boolean; is_own: boolean }>('homes/properties/find-booking-terms', 'read'),
    /** A home whose calendar the caller may see: a published one, or their own. */
    findCalendarHome: optional<{ user_id?: number | null | undefined; property_id: string }, { id: string; currency: string; today: string; is_own: boolean }>('homes/properties/find-calendar-home', 'replica'),
    /** The secret of a home's calendar address. */
    findCalendarToken: optional<{ property_id: string }, { calendar_token: string }>('homes/properties/find-calendar-token', 'read'),
    /** Today in a time zone; PostgreSQL refuses (22023) one that it does not know. */
    findDayAt: one<{ timezone: string }, { today: string }>('homes/properties/find-day-at', 'read'),
    /** The city of a home with its position, and whether a neighborhood is in it. */
    findReferences: optional<{ neighborhood_id?: string | null | undefined; city_id: string }, { city_id: string; country_id: string; latitude: number; longitude: number; has_neighborhood: boolean }>('homes/properties/find-references', 'read'),
    /** Tells whether a home is somebody's; nothing if there is no such home. */
    findRelation: optional<{ user_id: number; property_id: string }, { is_owner: boolean }>('homes/properties/find-relation', 'read'),
    /** Tells whether a home is on the market, and its owner. */
    findStanding: optional<{ property_id: string }, { status: PropertyStatus; owner_id: number }>('homes/properties/find-standing', 'read'),
    /** One home with its owner and its photos. Not everybody may see the address, the exact coordinates, the owner's phone, and a draft (src/homes/properties/show.ts). */
    find: optional<{ property_id: string }, { id: string; owner_id: number; public_latitude: number; public_longitude: number; rating_average: string | null; rating_count: number; created_at: string; updated_at: string; title: string; description: string; property_type: PropertyType; room_type: RoomType; country_id: string; city_id: string; neighborhood_id: string | null; address: string | null; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; balance_due_days: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; owner_days: number | null; registration_number: string | null; tax_per_adult_night_cents: number | null; tax_percent_hundredths: number | null; tax_cap_cents: number | null; seller_id: number | null; status: PropertyStatus; owner_name: string; owner_avatar: string | null; owner_phone: string | null; city: string; neighborhood: string | null; external_id: string | null; company_name: string | null; company_logo: string | null; company_site: string | null; photos: unknown }>('homes/properties/find', 'replica'),
    /** Puts a published home on a user's favourites. */
    insertFavorite: optional<{ user_id: number; property_id: string }, { property_id: string }>('homes/properties/insert-favorite', 'write'),
    /** A photo at the end of a home's list, thirty at most. */
    insertPhoto: numbering(optional<{ property_id: string; path: string; width: number; height: number; smaller: unknown; alt?: string | null | undefined }, { id: number; url: string; width: number; height: number; smaller: unknown; alt: string | null }>('homes/properties/insert-photo', 'write')),
    /** A new home; the demo gives its own an id. */
    insert: numbering(one<{ id?: string | null | undefined; owner_id: number; title: string; description: string; property_type: PropertyType; room_type: RoomType; country_id: string; city_id: string; neighborhood_id?: string | null | undefined; address?: string | null | undefined; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents?: number | null | undefined; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; balance_due_days: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; owner_days?: number | null | undefined; registration_number?: string | null | undefined; tax_per_adult_night_cents?: number | null | undefined; tax_percent_hundredths?: number | null | undefined; tax_cap_cents?: number | null | undefined; seller_id?: number | null | undefined; status: PropertyStatus }, { id: string }>('homes/properties/insert', 'write')),
    /** The amenities that homes can have. */
    listAmenities: many<Record<never, never>, { id: Amenity; name_fr: string; name_en: string }>('homes/properties/list-amenities', 'replica'),
    /** The homes of an owner. */
    listIdsOfOwner: many<{ user_id: number }, { id: string }>('homes/properties/list-ids-of-owner', 'read'),
    /** The ids of the next homes after an id. */
    listIds: many<{ after?: string | null | undefined; limit: number }, { id: string }>('homes/properties/list-ids', 'read'),
    /** Lists the photos of homes among some files; a smaller version has the name of its photo and its width. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('homes/properties/list-named-files', 'read'),
    /** The homes of an owner, in whatever state but archived, optionally by a part of their title or city. */
    listOfOwner: composed<{ user_id: number; status?: PropertyStatus | null | undefined; q?: string | null | undefined; homes?: (string)[] | null | undefined; property_id?: string | null | undefined; limit: number; offset: number }, { id: string; title: string; status: PropertyStatus; property_type: PropertyType; room_type: RoomType; city_id: string; city: string; currency: string; base_price_cents: number; max_guests: number; instant_book: boolean; registration_number: string | null; rating_average: string | null; rating_count: number; created_at: string; updated_at: string; external_id: string | null; today: string; cover: string | null; total: number }, PropertiesPart>('homes/properties/list-of-owner', 'replica'),
    /** Kinds of rooms. */
    listRoomTypes: many<Record<never, never>, { id: RoomType; name_fr: string; name_en: string }>('homes/properties/list-room-types', 'replica'),
    /** Fields of homes in lists, beside their own: the owner, the first five photos, and whether a reader has them among the favourites. */
    listShown: many<{ reader_id?: number | null | undefined; property_ids: (string)[] }, { id: string; owner_id: number; owner_name: string; owner_avatar: string | null; photos: unknown; is_favorite: boolean }>('homes/properties/list-shown', 'replica'),
    /** Kinds of homes. */
    listTypes: many<Record<never, never>, { id: PropertyType; name_fr: string; name_en: string }>('homes/properties/list-types', 'replica'),
    /** Serialises changes of a home's calendar: without it, concurrent bookings deadlock on the exclusion constraints. */
    lockCalendar: nothing<{ property_id: string }>('homes/properties/lock-calendar', 'write'),
    /** A home as it is, locked, for its owner or the staff. */
    lockOwn: optional<{ property_id: string; is_staff: boolean; user_id: number }, { id: string; owner_id: number; title: string; description: string; property_type: PropertyType; room_type: RoomType; country_id: string; city_id: string; neighborhood_id: string | null; address: string | null; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; balance_due_days: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; owner_days: number | null; registration_number: string | null; tax_per_adult_night_cents: number | null; tax_percent_hundredths: number | null; tax_cap_cents: number | null; seller_id: number | null; status: PropertyStatus }>('homes/properties/lock-own', 'write'),
    /** A home, locked until the end of the transaction against other changes of what goes by this lock: its rating. */
    lock: optional<{ property_id: string }, { id: string; owner_id: number; title: string }>('homes/properties/lock', 'write'),
    /** A new calendar address; the old one stops working. */
    rotateCalendarToken: numbering(nothing<{ property_id: string }>('homes/properties/rotate-calendar-token', 'write')),
    /** Changes a photo's text, and moves it to another place in the list; the other photos move along. */
    updatePhotos: numbering(many<{ photo_id: number; position?: number | null | undefined; property_id: string; changes_alt: boolean; alt?: string | null | undefined }, { id: number; url: string; width: number; height: number; smaller: unknown; alt: string | null }>('homes/properties/update-photos', 'write')),
    /** Writes the rating of a home. */
    updateRating: numbering(nothing<{ rating_average?: string | null | undefined; rating_count: number; property_id: string }>('homes/properties/update-rating', 'write')),
    /** Writes all fields of a home, as src/homes/properties/write.ts merged them under a lock. */
    update: numbering(many<{ title: string; description: string; property_type: PropertyType; room_type: RoomType; country_id: string; city_id: string; neighborhood_id?: string | null | undefined; address?: string | null | undefined; latitude: number; longitude: number; timezone: string; currency: string; max_guests: number; included_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; base_price_cents: number; weekend_price_cents?: number | null | undefined; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; balance_due_days: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; instant_book: boolean; cancellation_policy: CancellationPolicy; check_in_time: string; check_out_time: string; owner_days?: number | null | undefined; registration_number?: string | null | undefined; tax_per_adult_night_cents?: number | null | undefined; tax_percent_hundredths?: number | null | undefined; tax_cap_cents?: number | null | undefined; seller_id?: number | null | undefined; status: PropertyStatus; property_id: string }, { id: string }>('homes/properties/update', 'write')),
    /** Remembers what an owner calls a home. A name whose home is gone is free for another one. */
    upsertExternalId: nothing<{ owner_id: number; external_id: string; property_id: string }>('homes/properties/upsert-external-id', 'write'),
  },
  rates: {
    /** Counts the seasons of a home. */
    countSeasons: one<{ property_id: string }, { count: number }>('homes/rates/count-seasons', 'read'),
    /** Deletes past days of homes whose oldest passed so many days and a month ago, in batches of homes: each home comes once a month and not every day. Homes are locked first, as whoever changes days locks them; those that somebody changes now come later. */
    deletePastDays: one<{ days: number }, { deleted: number }>('homes/rates/delete-past-days', 'write'),
    /** Deletes days of a range that override nothing any more. */
    deletePlainDays: nothing<{ property_id: string; start_date: string; end_date: string }>('homes/rates/delete-plain-days', 'write'),
    /** Deletes a season. */
    deleteSeason: optional<{ season_id: number }, { id: number }>('homes/rates/delete-season', 'write'),
    /** The terms of a home that pricing needs, if it can be booked, and today there. A company books its drafts too. */
    findHome: optional<{ property_id: string; with_drafts: boolean }, { currency: string; max_guests: number; included_guests: number; base_price_cents: number; weekend_price_cents: number | null; weekend_days: (number)[]; cleaning_fee_cents: number; extra_guest_fee_cents: number; security_deposit_cents: number; deposit_percent: number; balance_due_days: number; min_stay: number; max_stay: number; lead_time_days: number; booking_window_days: number; cancellation_policy: CancellationPolicy; tax_per_adult_night_cents: number | null; tax_percent_hundredths: number | null; tax_cap_cents: number | null; today: string }>('homes/rates/find-home', 'read'),
    /** One season. Seasons of a draft home are for its owner and the staff. */
    findSeason: optional<{ season_id: number; homes?: (string)[] | null | undefined; is_staff: boolean; user_id?: number | null | undefined }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('homes/rates/find-season', 'read'),
    /** Writes prices and rules of the days of a new home, which has none yet. */
    insertDays: nothing<{ property_id: string; days: unknown }>('homes/rates/insert-days', 'write'),
    /** A new season of a home. */
    insertSeason: numbering(one<{ property_id: string; label: string; description?: string | null | undefined; start_date: string; end_date: string; reduction_hundredths: number; min_stay?: number | null | undefined; max_stay?: number | null | undefined; policy: SeasonPolicy; status: SeasonStatus }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('homes/rates/insert-season', 'write')),
    /** Overrides of the calendar for the nights of a stay and its day of departure. */
    listDays: many<{ property_id: string; check_in: string; check_out: string }, { day: string; price_cents: number | null; cleaning_fee_cents: number | null; extra_guest_fee_cents: number | null; min_stay: number | null; max_stay: number | null; closed_to_arrival: boolean | null; closed_to_departure: boolean | null }>('homes/rates/list-days', 'read'),
    /** The other active seasons of a home whose days meet those of a season, and whether each comes before it where both apply: the narrowest does, then the one with the higher percentage, then the older one (docs/design/domain.md, "Price of a stay"). */
    listOverlappingSeasons: many<{ season_id: number }, { id: number; label: string; start_date: string; end_date: string; prevails: boolean }>('homes/rates/list-overlapping-seasons', 'read'),
    /** The active seasons that overlap a stay. */
    listSeasonsOfStay: many<{ property_id: string; check_out: string; check_in: string }, { id: number; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy }>('homes/rates/list-seasons-of-stay', 'read'),
    /** Seasons, of one home if it is given, earliest first. Seasons of draft homes are for their owners and the staff. */
    listSeasons: many<{ property_id?: string | null | undefined; homes?: (string)[] | null | undefined; is_staff: boolean; user_id?: number | null | undefined; limit: number; offset: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus; total: number }>('homes/rates/list-seasons', 'read'),
    /** One season, locked until the end of the transaction. */
    lockSeason: optional<{ season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('homes/rates/lock-season', 'write'),
    /** Writes `changes` to every day of a range. Fields that are not named keep their values; null removes a field from the day. Returns a day whose minimum stay exceeds its maximum stay, if there is one. */
    setPrices: optional<{ property_id: string; start_date: string; end_date: string; changes: unknown }, { day: string }>('homes/rates/set-prices', 'write'),
    /** Writes all fields of a season, as they were merged under a lock. */
    updateSeason: one<{ property_id: string; label: string; description?: string | null | undefined; start_date: string; end_date: string; reduction_hundredths: number; min_stay?: number | null | undefined; max_stay?: number | null | undefined; policy: SeasonPolicy; status: SeasonStatus; season_id: number }, { id: number; property_id: string; label: string; description: string | null; start_date: string; end_date: string; reduction_hundredths: number; min_stay: number | null; max_stay: number | null; policy: SeasonPolicy; status: SeasonStatus }>('homes/rates/update-season', 'write'),
  },
  search: {
    /** Counts the homes that a search would find with other filters: each facet, of those that are wanted, ignores its own filter. Above 10,000 homes the most popular are counted. Prices are counted in twenty steps of whole units; the last one has no upper end, so that a few expensive homes do not widen the others. Materialized, or each of the twenty steps would read all prices. */
    facets: composed<{ facets: (string)[]; city_id?: string | null | undefined; country_id?: string | null | undefined; neighborhood_id?: string | null | undefined; south?: number | null | undefined; north?: number | null | undefined; west?: number | null | undefined; east?: number | null | undefined; latitude?: number | null | undefined; longitude?: number | null | undefined; radius_km?: number | null | undefined; q?: string | null | undefined; favorites_of?: number | null | undefined; homes?: (string)[] | null | undefined; guests?: number | null | undefined; amenities?: (string)[] | null | undefined; check_in?: string | null | undefined; nights?: number | null | undefined; check_out?: string | null | undefined; weekday?: number | null | undefined; adults?: number | null | undefined; bedrooms?: number | null | undefined; bathrooms?: number | null | undefined; property_types?: (string)[] | null | undefined; room_types?: (string)[] | null | undefined; instant_book?: boolean | null | undefined; price_min?: number | null | undefined; price_max?: number | null | undefined }, { is_complete: boolean; property_types: unknown | null; room_types: unknown | null; amenities: unknown | null; bedrooms: unknown | null; bathrooms: unknown | null; instant_book: number | null; prices: unknown | null }, SearchPart>('homes/search/facets', 'replica'),
    /** Tells whether any published home contains this text, regardless of other filters. */
    isSpelt: one<{ q: string }, { spelt: boolean }>('homes/search/is-spelt', 'replica'),
    /** One page of the homes that match, in the requested order, with how many they are, or 10,001 (docs/design/domain.md, "Search at scale"). With dates each has the price of the stay. */
    page: composed<{ limit: number; offset: number; latitude?: number | null | undefined; longitude?: number | null | undefined; city_id?: string | null | undefined; country_id?: string | null | undefined; neighborhood_id?: string | null | undefined; south?: number | null | undefined; north?: number | null | undefined; west?: number | null | undefined; east?: number | null | undefined; radius_km?: number | null | undefined; q?: string | null | undefined; favorites_of?: number | null | undefined; homes?: (string)[] | null | undefined; guests?: number | null | undefined; amenities?: (string)[] | null | undefined; check_in?: string | null | undefined; nights?: number | null | undefined; check_out?: string | null | undefined; bedrooms?: number | null | undefined; bathrooms?: number | null | undefined; property_types?: (string)[] | null | undefined; room_types?: (string)[] | null | undefined; instant_book?: boolean | null | undefined; price_min?: number | null | undefined; price_max?: number | null | undefined; weekday?: number | null | undefined; adults?: number | null | undefined }, { id: string; title: string; property_type: PropertyType; room_type: RoomType; country_id: string; city_id: string; city: string; neighborhood: string | null; latitude: number; longitude: number; max_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; instant_book: boolean; registration_number: string | null; currency: string; base_price_cents: number; rating_average: string | null; rating_count: number; price_total_cents: number | null; distance_km: number | null; total: number }, SearchPart>('homes/search/page', 'replica'),
    /** One page of the homes that match, where the price of the stay decides which these are: every match is priced. Above 10,000 they are counted as 10,001. */
    pricedPage: composed<{ nights: number; weekday: number; check_out: string; check_in: string; guests: number; adults: number; limit: number; offset: number; latitude?: number | null | undefined; longitude?: number | null | undefined; city_id?: string | null | undefined; country_id?: string | null | undefined; neighborhood_id?: string | null | undefined; south?: number | null | undefined; north?: number | null | undefined; west?: number | null | undefined; east?: number | null | undefined; radius_km?: number | null | undefined; q?: string | null | undefined; favorites_of?: number | null | undefined; homes?: (string)[] | null | undefined; amenities?: (string)[] | null | undefined; bedrooms?: number | null | undefined; bathrooms?: number | null | undefined; property_types?: (string)[] | null | undefined; room_types?: (string)[] | null | undefined; instant_book?: boolean | null | undefined; price_min?: number | null | undefined; price_max?: number | null | undefined }, { id: string; title: string; property_type: PropertyType; room_type: RoomType; country_id: string; city_id: string; city: string; neighborhood: string | null; latitude: number; longitude: number; max_guests: number; bedrooms: number; beds: number; bathrooms: number; amenities: (string)[]; instant_book: boolean; registration_number: string | null; currency: string; base_price_cents: number; rating_average: string | null; rating_count: number; price_total_cents: number | null; distance_km: number | null; total: number }, SearchPart>('homes/search/priced-page', 'replica'),
    /** Updates the popularity of homes: bookings, by the score that each home has of them, favourites, and the rating. Rows whose popularity changed by less than 5 % are not rewritten. */
    refreshPopularity: nothing<{ booked_ids: (string)[]; scores: (number)[]; ids: (string)[] }>('homes/search/refresh-popularity', 'write'),
  },
  sellers: {
    /** Switches documents or cash on for a seller, although the law of its country says off, and notes by whose word. No row for an unknown prefix. */
    allow: optional<{ subject: string; said_by: string; prefix: string }, { id: number; name: string }>('homes/sellers/allow', 'write'),
    /** Counts the sellers of an account. */
    count: one<{ owner_id: number }, { count: number }>('homes/sellers/count', 'read'),
    /** Deletes a seller of an account. Foreign keys refuse one that has homes or documents (23503). */
    delete: optional<{ id: number; owner_id: number }, { id: number }>('homes/sellers/delete', 'write'),
    /** Empties the sellers of an account. Their documents are accounts, and keep what they say. */
    erase: nothing<{ user_id: number }>('homes/sellers/erase', 'write'),
    /** A new seller; no row when its prefix is taken. */
    insert: numbering(optional<{ owner_id: number; name: string; address: string; tax_id: string; vat_hundredths: number; prefix: string; country?: string | null | undefined; region?: string | null | undefined; kind: SellerKind; vat_exempt: boolean }, { id: number; name: string; address: string; tax_id: string; vat_hundredths: number; prefix: string; country: string | null; region: string | null; kind: SellerKind; vat_exempt: boolean; documents_allowed_by: string | null; cash_allowed_by: string | null; created_at: string }>('homes/sellers/insert', 'write')),
    /** The sellers of an account, in the order in which they were made. */
    list: many<{ owner_id: number }, { id: number; name: string; address: string; tax_id: string; vat_hundredths: number; prefix: string; country: string | null; region: string | null; kind: SellerKind; vat_exempt: boolean; documents_allowed_by: string | null; cash_allowed_by: string | null; created_at: string }>('homes/sellers/list', 'read'),
    /** A seller of an account, which cannot be deleted until the end of the transaction. */
    lock: optional<{ id: number; owner_id: number }, { id: number }>('homes/sellers/lock', 'write'),
    /** Changes a seller of an account; null leaves a field as it is. Another country leaves no region. */
    update: optional<{ name?: string | null | undefined; address?: string | null | undefined; tax_id?: string | null | undefined; vat_hundredths?: number | null | undefined; country?: string | null | undefined; region?: string | null | undefined; kind?: SellerKind | null | undefined; vat_exempt?: boolean | null | undefined; id: number; owner_id: number }, { id: number; name: string; address: string; tax_id: string; vat_hundredths: number; prefix: string; country: string | null; region: string | null; kind: SellerKind; vat_exempt: boolean; documents_allowed_by: string | null; cash_allowed_by: string | null; created_at: string }>('homes/sellers/update', 'write'),
  },
  taxes: {
    /** The latest hundred changes of a city's tourist tax, newest first. */
    listChanges: many<{ city_id: string }, { id: number; changed_by: number | null; username: string | null; operator: string | null; changed_at: string; before_per_adult_night_cents: number | null; before_percent_hundredths: number | null; before_cap_cents: number | null; after_per_adult_night_cents: number | null; after_percent_hundredths: number | null; after_cap_cents: number | null }>('homes/taxes/list-changes', 'read'),
  },
  arrival: {
    /** Deletes how guests arrive at a home. A job removes the files of the pictures. */
    deleteOfHome: nothing<{ property_id: string }>('hosting/arrival/delete-of-home', 'write'),
    /** Deletes a picture of the way into a home. */
    deletePicture: optional<{ picture_id: number; property_id: string }, { path: string }>('hosting/arrival/delete-picture', 'write'),
    /** Deletes how guests arrive at some homes. Returns the files of the pictures. */
    erase: many<{ property_ids: (string)[] }, { path: string }>('hosting/arrival/erase', 'write'),
    /** Arrival at the home of a stay: when it is shown, what stands against that, and what is shown. `is_overdue`: a balance after its day or after a failed charge, an amount of a change after its day or that on which it was asked for, an amount at booking after its day or that of arrival, but not what a channel's guest pays at the home. */
    findOfStay: optional<{ reservation_id: number }, { status: ReservationStatus; arrival_access: ArrivalAccess; property_id: string; opens_at: string; closes_at: string; has_opened: boolean; has_closed: boolean; is_overdue: boolean; asks_identity: boolean; guest_seen: unknown | null; wifi: unknown | null; texts: unknown | null; code_state: string; sealed: Uint8Array | null; valid_from: string | null; valid_to: string | null; fits_arrival: boolean }>('hosting/arrival/find-of-stay', 'read'),
    /** The file of a picture, and the time that decides whether its address has expired. */
    findPicture: optional<{ picture_id: number }, { path: string; now: number }>('hosting/arrival/find-picture', 'read'),
    /** Returns the arrival at a home; `updated_at` is null where nothing is written. Homes in Italy ask for the identity of guests unless their company says otherwise. */
    find: optional<{ property_id: string }, { reveal_hours: number; wifi: unknown | null; texts: unknown; updated_at: string | null; asks_identity: boolean }>('hosting/arrival/find', 'read'),
    /** Adds a picture, ten at most; the caller has locked the home. */
    insertPicture: numbering(optional<{ property_id: string; path: string; width: number; height: number; caption?: string | null | undefined }, { id: number; width: number; height: number; caption: string | null; until: number }>('hosting/arrival/insert-picture', 'write')),
    /** Lists the pictures of the way into homes among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('hosting/arrival/list-named-files', 'read'),
    /** Pictures of the way into a home. `until`: when their addresses end, in seconds since 1970. */
    listPictures: many<{ property_id: string }, { id: number; width: number; height: number; caption: string | null; until: number }>('hosting/arrival/list-pictures', 'read'),
    /** Homes in Italy of before that rule, whose owner has not said yet whether their guests are seen before the code of the door shows. With their number. */
    listUndecided: many<{ user_id: number; homes?: (string)[] | null | undefined; limit: number }, { id: string; title: string; total: number }>('hosting/arrival/list-undecided', 'read'),
    /** Writes how guests of a home arrive. Without `asks_identity` it stays as it is; stays whose arrival was open before it was asked are not asked. Infinity is the answer that it never is. */
    upsert: nothing<{ reveal_hours: number; wifi?: unknown | null | undefined; texts: unknown; asks_identity?: boolean | null | undefined; property_id: string }>('hosting/arrival/upsert', 'write'),
  },
  confirmations: {
    /** The contents of the page of a reservation. */
    find: optional<{ reservation_id: number }, { id: number; owner_id: number; title: string; check_in: string; check_out: string; status: ReservationStatus; currency: string; open_cents: number; has_account: boolean }>('hosting/confirmations/find', 'read'),
  },
  figures: {
    /** Nights that homes of an owner had to sell, by month and currency: from the day that a home was made, or of its first stay if that was imported, to the day that it left the market. */
    listOffered: many<{ user_id: number; homes?: (string)[] | null | undefined; from: string; to: string }, { month: string; currency: string; nights: number }>('hosting/figures/list-offered', 'replica'),
    /** Stays in homes of an owner by the month of their departure, their currency and their source. Revenue is their price without tourist tax. */
    listSold: many<{ user_id: number; homes?: (string)[] | null | undefined; from: string; to: string }, { month: string; currency: string; source: ReservationSource; ota_name: string | null; stays: number; nights: number; revenue_cents: number }>('hosting/figures/list-sold', 'replica'),
    /** Nights of stays and closed nights of the next days, from today at each home, by weeks: the first one is 0, the last may be shorter. A night of a stay is not closed. */
    listTaken: many<{ days: number; user_id: number; homes?: (string)[] | null | undefined }, { week: number; nights: number; sold: number; closed: number }>('hosting/figures/list-taken', 'replica'),
  },
  stayPage: {
    /** Deletes codes of stays that are over, in batches. */
    deleteExpiredCodes: one<Record<never, never>, { deleted: number }>('hosting/stay-page/delete-expired-codes', 'write'),
    /** Voids the mailed codes of some stays. */
    eraseGuests: nothing<{ reservation_ids: (number)[] }>('hosting/stay-page/erase-guests', 'write'),
    /** The page of a stay: its days, home and guest, its money, and where its guest reads mails. `open_cents`: due or scheduled here; `paid_cents`: of the price, less refunds. `is_gone`: more than 14 days after departure. `is_silent`: imported, and its guest pays elsewhere. `is_paid_here`: a channel collects nothing of the price, says so or a person does, and pays nothing with a card of its own. */
    find: optional<{ reservation_id: number }, { id: number; link_version: number; shares_code: boolean; property_id: string; owner_id: number; guest_id: number | null; status: ReservationStatus; source: ReservationSource; check_in: string; check_out: string; adults: number; children: number; infants: number; quote: unknown; total_cents: number; balance_due_on: string | null; currency: string; updated_at: string; title: string; city: string; address: string | null; check_in_time: string; check_out_time: string; timezone: string; begins_at: string; ends_at: string; today: string; is_gone: boolean; guest_name: string | null; email: string | null; is_verified: boolean; proved_email: string | null; previous_email: string | null; email_scopes: (string)[] | null; has_grants: boolean; language: string | null; open_cents: number; received_cents: number; paid_cents: number; is_silent: boolean; is_paid_here: boolean }>('hosting/stay-page/find', 'read'),
    /** The code of a stay that is still valid, locked until the try is counted. */
    lockCode: optional<{ reservation_id: number }, { code_hash: Uint8Array }>('hosting/stay-page/lock-code', 'write'),
    /** Uses up a code of a stay; no row when it was used already, or another one was mailed. */
    takeCode: optional<{ reservation_id: number; code_hash: Uint8Array }, { reservation_id: number }>('hosting/stay-page/take-code', 'write'),
    /** Keeps the code that is mailed to the guest of a stay, in place of an earlier one, for ten minutes. */
    upsertCode: nothing<{ reservation_id: number; code_hash: Uint8Array }>('hosting/stay-page/upsert-code', 'write'),
  },
  tasks: {
    /** Counts the open tasks of an account that somebody has created. */
    countOpen: one<{ user_id: number }, { count: number }>('hosting/tasks/count-open', 'read'),
    /** Deletes a thousand memories of tasks whose day of departure has passed. */
    deleteLost: one<Record<never, never>, { deleted: number }>('hosting/tasks/delete-lost', 'write'),
    /** Deletes tasks whose day is so many days ago, in batches; returns the files of their pictures. */
    deleteOld: numbering(one<{ days: number }, { deleted: number; files: (string)[] }>('hosting/tasks/delete-old', 'write')),
    /** Deletes a picture of a task. */
    deletePicture: optional<{ picture_id: number; task_id: number }, { path: string }>('hosting/tasks/delete-picture', 'write'),
    /** Deletes a task with the closures that it has; returns the files of its pictures. */
    delete: numbering(one<{ task_id: number }, { files: (string)[] }>('hosting/tasks/delete', 'write')),
    /** Deletes the notes of tasks about some stays. */
    eraseGuests: numbering(nothing<{ reservation_ids: (number)[] }>('hosting/tasks/erase-guests', 'write')),
    /** Deletes the tasks at homes of an account and its calendars of tasks, takes it from tasks of others, and deletes the notes of tasks about stays of the account. Returns the files of pictures. */
    erase: numbering(one<{ user_id: number }, { files: (string)[] }>('hosting/tasks/erase', 'write')),
    /** The person whose tasks an address opens, while they are the account or in its team with one of these roles. */
    findByToken: optional<{ token: string; roles: (string)[] }, { owner_id: number; user_id: number; locale: Locale }>('hosting/tasks/find-by-token', 'read'),
    /** The calendar of somebody's tasks for an account. */
    findCalendar: optional<{ owner_id: number; user_id: number }, { token: string }>('hosting/tasks/find-calendar', 'read'),
    /** The cleaning after a stay, locked, and what it follows. The stay stays as it is until the transaction ends. */
    findCleaning: optional<{ reservation_id: number }, { status: ReservationStatus; property_id: string; check_out: string; is_recent: boolean; task_id: number | null; home: string | null; day: string | null; departs_on: string | null; is_done: boolean; keeps_assignee: boolean }>('hosting/tasks/find-cleaning', 'write'),
    /** The home of a task of an account; no row for an archived one. */
    findHome: optional<{ task_id: number; user_id: number; homes?: (string)[] | null | undefined }, { property_id: string }>('hosting/tasks/find-home', 'read'),
    /** A picture of a task, whose home it is of, and the time that decides whether its address has expired. */
    findPicture: optional<{ picture_id: number; task_id: number }, { path: string; property_id: string; owner_id: number; now: number }>('hosting/tasks/find-picture', 'read'),
    /** Keeps cleanings after the stays of other platforms: at the end of each event of a feed with stays, where no stay of the service has the last night. Departures of today and before stay, because feeds leave them out. */
    followFeeds: numbering(nothing<{ property_id: string }>('hosting/tasks/follow-feeds', 'write')),
    /** The cleaning after a stay, once. */
    insertCleaning: numbering(nothing<{ property_id: string; check_out: string; reservation_id: number }>('hosting/tasks/insert-cleaning', 'write')),
    /** A picture of a task, unless the task has as many as it may have. */
    insertPicture: numbering(optional<{ task_id: number; path: string; width: number; height: number; limit: number }, { id: number }>('hosting/tasks/insert-picture', 'write')),
    /** A new task; no row when the stay is not at this home. */
    insert: numbering(optional<{ property_id: string; day: string; kind: TaskKind; reservation_id?: number | null | undefined; assignee_id?: number | null | undefined; note?: string | null | undefined }, { id: number }>('hosting/tasks/insert', 'write')),
    /** Remembers assignee and note of the open tasks of departures that the feeds of a home have let go. */
    keepLost: nothing<{ property_id: string; lost: (string)[] }>('hosting/tasks/keep-lost', 'write'),
    /** The open tasks of somebody for an account from a month ago on; an address that is read often reads them. */
    listAssigned: many<{ user_id: number; owner_id: number }, { id: number; day: string; kind: TaskKind; title: string; updated_at: string; changes: number }>('hosting/tasks/list-assigned', 'replica'),
    /** Lists the pictures of tasks among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('hosting/tasks/list-named-files', 'read'),
    /** Tasks by their numbers, as events show them. */
    listSome: many<{ ids: (number)[] }, { id: number; property_id: string; day: string; kind: TaskKind; reservation_id: number | null; departs_on: string | null; assignee_id: number | null; done_at: string | null; created_at: string }>('hosting/tasks/list-some', 'read'),
    /** A page of tasks at homes of an account that are not archived, by day. An arrival is that of a stay, of an owner's stay, or of an event of a feed that has stays. */
    list: composed<{ user_id: number; limit: number; offset: number; homes?: (string)[] | null | undefined; task_id?: number | null | undefined; property_id?: string | null | undefined; from_day?: string | null | undefined; to_day?: string | null | undefined; assignee_id?: number | null | undefined; kind?: TaskKind | null | undefined; day?: string | null | undefined }, { id: number; property_id: string; title: string; city: string; address: string | null; check_in_time: string; check_out_time: string; day: string; kind: TaskKind; reservation_id: number | null; departs_on: string | null; assignee_id: number | null; first_name: string | null; note: string | null; done_at: string | null; created_at: string; updated_at: string; closes_days: number; pictures: unknown | null; pictures_until: number; arrives_on: string | null; people: number | null; total: number }, TasksPart>('hosting/tasks/list', 'read'),
    /** A task at a home, locked; no row when it is at another home since. */
    lock: optional<{ task_id: number; property_id: string }, { id: number; day: string; departs_on: string | null; reservation_id: number | null; assignee_id: number | null; note: string | null; done_at: string | null; closed_days: number; closes_days: number }>('hosting/tasks/lock', 'write'),
    /** Moves a cleaning to the home and day of a departure, and takes it from an assignee who has nothing to do there. */
    moveCleaning: numbering(nothing<{ property_id: string; check_out: string; day: string; keeps_assignee: boolean; task_id: number }>('hosting/tasks/move-cleaning', 'write')),
    /** Moves the open tasks of departures that a feed has moved: :moved, a list of {before, after}. */
    moveDepartures: numbering(nothing<{ moved: unknown; property_id: string }>('hosting/tasks/move-departures', 'write')),
    /** Takes the open tasks of somebody who has left a team, or a home of it, from them. */
    release: numbering(nothing<{ owner_id: number; user_id: number }>('hosting/tasks/release', 'write')),
    /** Makes the tasks of departures that have come back to a home, with the note of before, and the assignee if they are still in the team. */
    restoreLost: numbering(nothing<{ property_id: string; gained: (string)[] }>('hosting/tasks/restore-lost', 'write')),
    /** A new address of the calendar of somebody's tasks for an account. */
    rotateCalendar: one<{ owner_id: number; user_id: number }, { token: string }>('hosting/tasks/rotate-calendar', 'write'),
    /** Changes a task. A task that is done stays done since the first time, and knows how many days it kept closed. */
    update: numbering(nothing<{ day: string; assignee_id?: number | null | undefined; note?: string | null | undefined; is_done: boolean; closed_days: number; task_id: number }>('hosting/tasks/update', 'write')),
  },
  travellers: {
    /** Writes a list that was copied from another stay, as of the time when it was written there. */
    copy: nothing<{ reservation_id: number; people: number; sealed: Uint8Array; written_at: string; by_company_link: boolean }>('hosting/travellers/copy', 'write'),
    /** Deletes the travellers whose country no longer asks to keep them, in batches, and those of stays that do not take place. `:terms`: a list of {country_id, days, from_arrival}. */
    deleteOver: one<{ terms: unknown }, { deleted: number }>('hosting/travellers/delete-over', 'write'),
    /** Deletes the travellers of a stay. */
    delete: nothing<{ reservation_id: number }>('hosting/travellers/delete', 'write'),
    /** Deletes the travellers of some stays. */
    eraseGuests: nothing<{ reservation_ids: (number)[] }>('hosting/travellers/erase-guests', 'write'),
    /** Deletes the travellers of the stays of an account and of its homes. */
    erase: nothing<{ user_id: number }>('hosting/travellers/erase', 'write'),
    /** The country of the home of a stay, its days and its number of people, whether it takes place, when its list was written, and whether fields that nodes of 0.2 cannot read may be. */
    findStay: optional<{ reservation_id: number }, { country_id: string; check_in: string; check_out: string; people: number; takes_place: boolean; written_at: string | null; by_company_link: boolean | null; is_enabled: boolean }>('hosting/travellers/find-stay', 'read'),
    /** The list of a stay, to be copied to another one that has room for them. */
    findToCopy: optional<{ reservation_id: number; room: number }, { people: number; sealed: Uint8Array; written_at: string; by_company_link: boolean }>('hosting/travellers/find-to-copy', 'read'),
    /** The travellers of some stays; writes that they are read. */
    listSealed: many<{ reservation_ids: (number)[] }, { reservation_id: number; sealed: Uint8Array }>('hosting/travellers/list-sealed', 'write'),
    /** The travellers of some stays; writes that they are read. */
    readSome: many<{ ids: (number)[] }, { reservation_id: number; sealed: Uint8Array }>('hosting/travellers/read-some', 'write'),
    /** The travellers of a stay; writes that they are read. */
    read: optional<{ reservation_id: number }, { people: number; sealed: Uint8Array; written_at: string }>('hosting/travellers/read', 'write'),
    /** Writes the travellers of a stay that takes place, which does so until the end of the transaction; no row otherwise. */
    upsert: optional<{ reservation_id: number; people: number; sealed: Uint8Array; by_company_link: boolean }, { written_at: string }>('hosting/travellers/upsert', 'write'),
  },
  exports: {
    /** The owner of a signed address, while it is valid. */
    findReader: optional<{ user_id: number; expires: number }, { id: number; role: UserRole; token_version: number }>('integrations/exports/find-reader', 'read'),
    /** The documents of stays after one, in the order of home, arrival, number of the stay and of the document, as sql/integrations/exports/list-payments.sql. `corrects`: the invoice of the payment that a later document is about. */
    listDocuments: composed<{ after_home: string; after_day: string; after_reservation: number; after_id: number; limit: number; user_id?: number | null | undefined; from?: string | null | undefined; to?: string | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { id: number; number: string; kind: InvoiceKind; issued_on: string; corrects: string | null; seller: string | null; buyer: string | null; lines: unknown; total_cents: number; currency: string; method: MoneyMethod | null; received_on: string | null; reservation_id: number; property_id: string; title: string; external_id: string | null; check_in: string; check_out: string }, ExportsPart>('integrations/exports/list-documents', 'replica'),
    /** The payments of stays after one, in the order of home, arrival, number of the stay and of the payment, as sql/integrations/exports/list-reservations.sql. The invoice of the payment itself: refunds and changes of the stay add further documents, perhaps of another seller. */
    listPayments: composed<{ after_home: string; after_day: string; after_reservation: number; after_id: number; limit: number; user_id?: number | null | undefined; from?: string | null | undefined; to?: string | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { id: number; reservation_id: number; property_id: string; title: string; check_in: string; check_out: string; kind: PaymentKind; status: PaymentStatus; currency: string; amount_cents: number; refunded_cents: number; due_on: string | null; created_at: string; paid_at: string | null; dispute_status: string | null; external_id: string | null; channel: string | null; seller: string | null; method: MoneyMethod | null; received_on: string | null }, ExportsPart>('integrations/exports/list-payments', 'replica'),
    /** The stays that take place and have travellers, after one, in the order of home, arrival and number. */
    listRegistered: composed<{ after_home: string; after_day: string; after_id: number; limit: number; user_id?: number | null | undefined; from?: string | null | undefined; to?: string | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { id: number; property_id: string; title: string; registration_number: string | null; country_id: string; check_in: string; check_out: string; external_id: string | null }, ExportsPart>('integrations/exports/list-registered', 'read'),
    /** The stays after one, in the order of home, arrival and number. Of each home the stays are found by its index, so that a page costs the same however many are before it. */
    listReservations: composed<{ after_home: string; after_day: string; after_id: number; limit: number; user_id?: number | null | undefined; from?: string | null | undefined; to?: string | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { id: number; property_id: string; title: string; status: ReservationStatus; source: ReservationSource; ota_name: string | null; ota_reservation_code: string | null; check_in: string; check_out: string; adults: number; children: number; infants: number; guests: number; guest_id: number | null; guest_name: string | null; currency: string; total_cents: number; open_cents: number | null; payment_status: string | null; cancelled_by: Actor | null; cancelled_at: string | null; created_at: string; external_id: string | null; email: string | null; phone: string | null; language: string | null; country: string | null; expected_arrival: string | null; labels: (string)[]; commission_cents: number | null; collected_by: string | null; continues: number | null; lines: unknown; paid_cents: number; refunded_cents: number }, ExportsPart>('integrations/exports/list-reservations', 'replica'),
    /** The stays that take place, after one, with their tourist tax, in the order of home, arrival and number, as sql/integrations/exports/list-reservations.sql. */
    listTouristTax: composed<{ after_home: string; after_day: string; after_id: number; limit: number; user_id?: number | null | undefined; from?: string | null | undefined; to?: string | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { id: number; property_id: string; title: string; city: string; status: ReservationStatus; source: ReservationSource; ota_name: string | null; collected_by: string | null; check_in: string; check_out: string; nights: number; adults: number; exempt: number; currency: string; external_id: string | null; tax_cents: number; withheld_cents: number }, ExportsPart>('integrations/exports/list-tourist-tax', 'replica'),
    /** The next home whose calendar is shown. */
    nextHome: composed<{ after_home: string; user_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { id: string; title: string; currency: string; external_id: string | null }, ExportsPart>('integrations/exports/next-home', 'replica'),
    /** The tourist tax of stays that take place and end within some days: first the totals by currency, without a home, then by home and currency. `channel_cents`: of stays whose price a channel collects, and what channels withhold. What a total does not include is due to the company. */
    sumTouristTax: composed<{ user_id?: number | null | undefined; limit: number; property_id?: string | null | undefined; homes?: (string)[] | null | undefined; from?: string | null | undefined; to?: string | null | undefined }, { property_id: string | null; title: string | null; city: string | null; currency: string; stays: number; nights: number; adult_nights: number; exempt_nights: number; tax_cents: number; channel_cents: number }, ExportsPart>('integrations/exports/sum-tourist-tax', 'replica'),
  },
  imports: {
    /** Closures of a home in a range of days, by hand or of feeds, by their first day. */
    listClosures: many<{ property_id: string; start_date: string; end_date: string }, { start_date: string; end_date: string }>('integrations/imports/list-closures', 'read'),
    /** Lists those of some homes that an owner has, by what the owner calls them, or by their ids. */
    listHomes: many<{ owner_id: number; external_ids: (string)[]; property_ids: (string)[] }, { property_id: string; external_id: string | null; min_stay: number; max_stay: number; currency: string; title: string; today: string }>('integrations/imports/list-homes', 'read'),
  },
  mirror: {
    /** The time, the start of the feed, and the time of the last loss: earlier events are not known. */
    findReach: one<Record<never, never>, { as_of: string; kept_since: string | null; lost_at: string | null }>('integrations/mirror/find-reach', 'read'),
    /** Ranges of days of homes after a home and a day, each of so many nights, from today at the home on for so many days. */
    listCalendars: composed<{ nights: number; days: number; after_home: string; after_day: string; limit: number; owner_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined; changed?: (string)[] | null | undefined }, { property_id: string; subject_id: string; from_day: string; to_day: string }, MirrorPart>('integrations/mirror/list-calendars', 'read'),
    /** The documents of stays after one, in the order of home, number of the stay and of the document, as sql/integrations/mirror/list-reservations.sql. */
    listInvoices: composed<{ after_home: string; after_reservation: number; after_id: number; limit: number; changed?: (string)[] | null | undefined; owner_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { property_id: string; reservation_id: number; id: number; subject_id: string }, MirrorPart>('integrations/mirror/list-invoices', 'read'),
    /** The payments of stays after one, in the order of home, number of the stay and of the payment, as sql/integrations/mirror/list-reservations.sql. */
    listPayments: composed<{ after_home: string; after_reservation: number; after_id: number; limit: number; changed?: (number)[] | null | undefined; owner_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { property_id: string; reservation_id: number; id: number; subject_id: string }, MirrorPart>('integrations/mirror/list-payments', 'read'),
    /** The homes on offer and the drafts after one, in the order of their ids. */
    listProperties: composed<{ after_home: string; limit: number; owner_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined; changed?: (string)[] | null | undefined }, { property_id: string; subject_id: string }, MirrorPart>('integrations/mirror/list-properties', 'read'),
    /** The stays after one, in the order of home and number. Of each home they are found by its index, so that a page costs the same however many are before it. */
    listReservations: composed<{ after_home: string; after_id: number; limit: number; changed?: (number)[] | null | undefined; changed_homes?: (string)[] | null | undefined; owner_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined }, { property_id: string; id: number; subject_id: string }, MirrorPart>('integrations/mirror/list-reservations', 'read'),
  },
  stripeEvents: {
    /** Counts the payments that nobody has claimed yet. */
    countUnclaimed: one<Record<never, never>, { unclaimed: number }>('integrations/stripe-events/count-unclaimed', 'read'),
    /** The outcome of an event that reports the success of an intent, when that is known or reported already. Of the two events of a payment the one of the intent is never left out for that of its checkout: it says more about lost payments. */
    findReported: optional<{ intent_id: string; type: string }, { status: EventStatus }>('integrations/stripe-events/find-reported', 'read'),
    /** Puts money on the list of what nobody has claimed, once. */
    insertUnclaimed: optional<{ payment_intent_id: string; amount_cents: number; currency: string; lost_reservation_id?: number | null | undefined }, { payment_intent_id: string }>('integrations/stripe-events/insert-unclaimed', 'write'),
    /** Money that nobody has claimed yet, oldest first. */
    listUnclaimed: many<Record<never, never>, { payment_intent_id: string; amount_cents: number; currency: string; lost_reservation_id: number | null; found_at: string }>('integrations/stripe-events/list-unclaimed', 'read'),
    /** Lets events of an intent be stored one after another, until the transaction ends. In a statement of its own: the next one sees the event that it has waited for. */
    lockIntent: nothing<{ intent_id: string }>('integrations/stripe-events/lock-intent', 'write'),
    /** Locks money that nobody has claimed yet, to settle it. */
    lockUnclaimed: optional<{ payment_intent_id: string }, { payment_intent_id: string; amount_cents: number; currency: string; refund_key: string }>('integrations/stripe-events/lock-unclaimed', 'write'),
    /** Takes money off the list: it pays for a reservation, or went back. */
    settleUnclaimed: nothing<{ reservation_id?: number | null | undefined; payment_intent_id: string }>('integrations/stripe-events/settle-unclaimed', 'write'),
  },
  webhookEndpoints: {
    /** Makes deliveries of the next events, at most so many of them; returns how many events that were. */
    advance: numbering(one<{ limit: number }, { events: number }>('integrations/webhook-endpoints/advance', 'write')),
    /** Returns how long the oldest event has waited for its deliveries to be made, how long the delivery that has been due longest has waited at an endpoint that takes what it is sent, and how many endpoints there are at which the last one has failed. A slow endpoint lets its own wait. */
    countBehind: one<Record<never, never>, { event_seconds: number; delivery_seconds: number; failing: number }>('integrations/webhook-endpoints/count-behind', 'read'),
    /** Counts the endpoints of an owner; null: those for all homes. */
    count: one<{ owner_id?: number | null | undefined }, { count: number }>('integrations/webhook-endpoints/count', 'read'),
    /** Deletes some deliveries whose events are kept no more. */
    deleteOld: one<{ keep_days: number }, { deleted: number }>('integrations/webhook-endpoints/delete-old', 'write'),
    /** Deletes an endpoint of an owner, or of all homes, with its deliveries. */
    delete: optional<{ id: string; owner_id?: number | null | undefined }, { id: string }>('integrations/webhook-endpoints/delete', 'write'),
    /** Disables an endpoint that has said that it is gone, or that has failed for days; no row when it is disabled already, or works again. */
    disable: optional<{ because: string; id: string }, { owner_id: number | null; created_by: number; url: string; disabled_at: string }>('integrations/webhook-endpoints/disable', 'write'),
    /** Drops the oldest of the deliveries that wait for an endpoint, as many as are too many; no row when none are. */
    dropSurplus: optional<{ id: string; max_waiting: number }, { owner_id: number | null; created_by: number; url: string; dropping_since: string; dropped_now: number }>('integrations/webhook-endpoints/drop-surplus', 'write'),
    /** Endpoints that have caught up: the next drop is a new one. */
    endDropping: nothing<{ max_waiting: number }>('integrations/webhook-endpoints/end-dropping', 'write'),
    /** Ends the deliveries that wait for a disabled endpoint. */
    endWaiting: nothing<{ id: string }>('integrations/webhook-endpoints/end-waiting', 'write'),
    /** Deletes the endpoints of a person. */
    erase: nothing<{ user_id: number }>('integrations/webhook-endpoints/erase', 'write'),
    /** A delivery that tests an endpoint, for its creator to send at once; no row while another test of the endpoint has no outcome yet. */
    insertTest: numbering(optional<{ id: string; owner_id?: number | null | undefined }, { id: number; url: string; secret: Uint8Array; previous_secret: Uint8Array | null }>('integrations/webhook-endpoints/insert-test', 'write')),
    /** A new endpoint. */
    insert: nothing<{ id: string; owner_id?: number | null | undefined; created_by: number; url: string; types?: (string)[] | null | undefined; description?: string | null | undefined; property_ids?: (string)[] | null | undefined; include_guest: boolean; secret: Uint8Array }>('integrations/webhook-endpoints/insert', 'write'),
    /** Tells whether there are events without deliveries. */
    isBehind: one<Record<never, never>, { behind: boolean }>('integrations/webhook-endpoints/is-behind', 'read'),
    /** Tells whether there are deliveries that are due. */
    isDue: one<Record<never, never>, { due: boolean }>('integrations/webhook-endpoints/is-due', 'read'),
    /** Bodies of deliveries: `{type, timestamp, data}`, as Standard Webhooks has it, and the position in the feed. Events that are kept no more are left out. Times are in milliseconds. */
    listBodies: many<{ positions: (number)[]; first: string; last: string }, { position: number; id: number; body: string }>('integrations/webhook-endpoints/list-bodies', 'read'),
    /** Endpoints with more deliveries waiting than there may be. */
    listCrowded: many<{ max_waiting: number }, { id: string }>('integrations/webhook-endpoints/list-crowded', 'read'),
    /** A page of the deliveries of an endpoint, the latest first, before one of them. */
    listDeliveries: many<{ endpoint_id: string; before?: number | null | undefined; limit: number }, { id: number; event_id: number | null; type: string | null; status: DeliveryStatus; attempts: number; status_code: number | null; error: string | null; duration_ms: number | null; answer: string | null; attempted_at: string | null; due_at: string; created_at: string }>('integrations/webhook-endpoints/list-deliveries', 'read'),
    /** Endpoints at which nothing has arrived for four days. */
    listFailing: many<Record<never, never>, { id: string }>('integrations/webhook-endpoints/list-failing', 'read'),
    /** The addresses that an account has events sent to. */
    listUrls: many<{ user_id: number }, { url: string }>('integrations/webhook-endpoints/list-urls', 'read'),
    /** The endpoints of an owner, or of all homes, the latest first; one of them where an id is given. */
    list: many<{ owner_id?: number | null | undefined; id?: string | null | undefined; limit: number; offset: number }, { id: string; url: string; types: (string)[] | null; description: string | null; property_ids: (string)[] | null; include_guest: boolean; disabled_at: string | null; disabled_because: string | null; failing_since: string | null; dropped: number; rotated_at: string | null; created_at: string; updated_at: string; waiting: number; same_url: (string)[]; total: number }>('integrations/webhook-endpoints/list', 'read'),
    /** Locks what says up to which event there are deliveries. */
    lockFeed: one<Record<never, never>, { position: number }>('integrations/webhook-endpoints/lock-feed', 'write'),
    /** Locks an endpoint of an owner, or of all homes. */
    lock: optional<{ id: string; owner_id?: number | null | undefined }, { id: string; url: string; types: (string)[] | null; description: string | null; disabled_because: string | null; secret: Uint8Array; property_ids: (string)[] | null; include_guest: boolean }>('integrations/webhook-endpoints/lock', 'write'),
    /** The id of a new endpoint, to which its secret is bound before there is a row. */
    newId: one<Record<never, never>, { id: string }>('integrations/webhook-endpoints/new-id', 'read'),
    /** Pauses endpoints for all homes whose creator no longer belongs to the staff. Other staff can enable them again. */
    pauseOfStaff: nothing<{ user_id: number }>('integrations/webhook-endpoints/pause-of-staff', 'write'),
    /** Makes deliveries to one endpoint of events that have had theirs, at most so many, and as many as may still wait; returns how many. Those that wait already are left out. The caller has locked the endpoint. */
    replay: numbering(one<{ endpoint_id: string; after: number; until: number; limit: number; max_waiting: number }, { made: number }>('integrations/webhook-endpoints/replay', 'write')),
    /** Gives an endpoint another secret; the one before signs as well for a day. */
    rotate: nothing<{ secret: Uint8Array; id: string }>('integrations/webhook-endpoints/rotate', 'write'),
    /** Restarts a finished delivery, with all its tries; not while its event waits in another one. The caller has locked the endpoint. */
    sendAgain: optional<{ id: number; endpoint_id: string }, { id: number }>('integrations/webhook-endpoints/send-again', 'write'),
    /** Records outcomes of attempts: [{id, status, status_code, error, duration_ms, answer, wait_seconds}]. A success clears `failing_since` of its endpoint; a failure keeps the time of the first one. */
    settle: nothing<{ outcomes: unknown }>('integrations/webhook-endpoints/settle', 'write'),
    /** Takes deliveries that are due, for a minute: some of each endpoint that is not busy, and one of each that is failing and has none under way. Endpoints come in any order, so that none waits behind one that always has more. */
    takeDue: many<{ busy: (string)[]; each: number; limit: number; under_way: (string)[]; failing_limit: number }, { id: number; endpoint_id: string; attempts: number; is_failing: boolean; position: number | null; event_at: string | null; url: string; include_guest: boolean; secret: Uint8Array; previous_secret: Uint8Array | null }>('integrations/webhook-endpoints/take-due', 'write'),
    /** Changes an endpoint. One that is enabled again starts without failures. */
    update: nothing<{ url: string; types?: (string)[] | null | undefined; description?: string | null | undefined; property_ids?: (string)[] | null | undefined; include_guest: boolean; disabled_because?: string | null | undefined; id: string }>('integrations/webhook-endpoints/update', 'write'),
  },
  customers: {
    /** No payment method of a user is the default any more. The customer is locked before. */
    clearDefault: nothing<{ user_id: number }>('money/customers/clear-default', 'write'),
    /** Counts the payment methods that a user has saved. */
    countMethods: one<{ user_id: number }, { count: number }>('money/customers/count-methods', 'read'),
    /** Deletes a payment method of a user. The customer is locked before. */
    deleteMethod: optional<{ id: number; user_id: number }, { method_id: string; is_default: boolean }>('money/customers/delete-method', 'write'),
    /** Deletes all payment methods of a user. */
    deleteMethods: many<{ user_id: number }, { method_id: string }>('money/customers/delete-methods', 'write'),
    /** Ends a subscription that is gone at the provider, unless a later state is known or it has ended. */
    endSubscription: optional<{ read_at: string; subscription_id: string }, { user_id: number }>('money/customers/end-subscription', 'write'),
    /** A saved payment method by its id at the provider. */
    findMethod: optional<{ method_id: string }, { id: number; user_id: number }>('money/customers/find-method', 'read'),
    /** The row of a user's card that is saved already, by its method or its fingerprint. The customer is locked before. */
    findSameCard: optional<{ user_id: number; method_id: string; fingerprint?: string | null | undefined }, { id: number; method_id: string; is_default: boolean }>('money/customers/find-same-card', 'read'),
    /** The account of a subscription: that of its customer, or, when the customer is gone, the one that is known. */
    findSubscriber: optional<{ customer_id: string; subscription_id: string }, { user_id: number }>('money/customers/find-subscriber', 'read'),
    /** The account of a customer at the provider. */
    findUser: optional<{ customer_id: string }, { user_id: number }>('money/customers/find-user', 'read'),
    /** Forgets a customer that is gone at the provider, once. The next one of its user has a key of its own: the provider answers the former key with the customer that is gone. */
    forget: optional<{ customer_id: string }, { user_id: number }>('money/customers/forget', 'write'),
    /** Saves a payment method; a user's first one is the default. The customer is locked before. */
    insertMethod: numbering(one<{ user_id: number; method_id: string; type: string; brand?: string | null | undefined; last4?: string | null | undefined; exp_month?: number | null | undefined; exp_year?: number | null | undefined; fingerprint?: string | null | undefined; is_default: boolean }, { id: number; method_id: string; type: string; brand: string | null; last4: string | null; exp_month: number | null; exp_year: number | null; is_default: boolean; created_at: string }>('money/customers/insert-method', 'write')),
    /** The saved payment methods of a user, the newest first. */
    listMethods: many<{ user_id: number }, { id: number; method_id: string; type: string; brand: string | null; last4: string | null; exp_month: number | null; exp_year: number | null; is_default: boolean; created_at: string }>('money/customers/list-methods', 'read'),
    /** The subscriptions of a user that have not ended. */
    listSubscriptions: many<{ user_id: number }, { subscription_id: string }>('money/customers/list-subscriptions', 'read'),
    /** Changes of the payment methods of one user wait for each other here. */
    lock: optional<{ user_id: number }, { user_id: number }>('money/customers/lock', 'write'),
    /** The present time of the database. */
    now: one<Record<never, never>, { read_at: string }>('money/customers/now', 'read'),
    /** Makes a payment method the default of its user; the others are not any more. The customer is locked before. */
    setDefault: optional<{ id: number; user_id: number }, { id: number; method_id: string; type: string; brand: string | null; last4: string | null; exp_month: number | null; exp_year: number | null; is_default: boolean; created_at: string }>('money/customers/set-default', 'write'),
    /** Makes the newest payment method of a user the default. */
    setNewestDefault: nothing<{ user_id: number }>('money/customers/set-newest-default', 'write'),
    /** The same card, saved again: its expiry is the new one, and it can become the default. */
    updateMethod: one<{ exp_month?: number | null | undefined; exp_year?: number | null | undefined; is_default: boolean; id: number }, { id: number; method_id: string; type: string; brand: string | null; last4: string | null; exp_month: number | null; exp_year: number | null; is_default: boolean; created_at: string }>('money/customers/update-method', 'write'),
    /** Keeps the customer that the provider has made for a user. */
    update: nothing<{ customer_id: string; user_id: number }>('money/customers/update', 'write'),
    /** Keeps a subscription as it was read at the provider, unless a later state is known; a cancelled one stays cancelled. `was_status`: what was known before. */
    upsertSubscription: optional<{ subscription_id: string; user_id: number; price_id?: string | null | undefined; status: string; current_period_end?: string | null | undefined; cancel_at_period_end: boolean; cancelled_at?: string | null | undefined; started_at: string; read_at: string }, { user_id: number; status: string; was_status: string | null }>('money/customers/upsert-subscription', 'write'),
    /** The customer of a user at the provider, or the key to make one with. */
    upsert: one<{ user_id: number }, { key: string; customer_id: string | null }>('money/customers/upsert', 'write'),
  },
  invoices: {
    /** The money of each currency: what came in, and how much of it elsewhere than at the provider, what went out or is about to, what is kept; and how much of it does not add up. Money that was carried over from one stay to another neither came in nor went out. What does not add up: receipts whose refunds differ from what they set aside, payments whose status does not follow from their money, documents that do not sum to what is kept, and corrections of documents that do not sum to nothing. A correction can also take documents back for good. */
    checkLedger: many<Record<never, never>, { currency: string; received_cents: number; elsewhere_cents: number; refunded_cents: number; pending_cents: number; kept_cents: number; receipts: number; odd_receipts: number; odd_payments: number; undocumented_cents: number }>('money/invoices/check-ledger', 'read'),
    /** The contents of the document of a refund: the invoice it changes, or the later one that corrects it, and the refund. A succeeded refund has a credit note; one that failed after that has a further invoice. */
    findForCreditNote: optional<{ refund_id: number }, { id: number; payment_kind: PaymentKind; number: string; reservation_id: number | null; payment_id: number; locale: Locale; seller_id: number | null; seller: unknown; buyer: unknown; lines: unknown; currency: string; amount_cents: number; status: RefundStatus; method: MoneyMethod | null }>('money/invoices/find-for-credit-note', 'read'),
    /** The document of a payment, or of one of its refunds. */
    findOf: optional<{ payment_id: number; refund_id?: number | null | undefined; kind: InvoiceKind }, { id: number; key: string; number: string }>('money/invoices/find-of', 'read'),
    /** A document by its key. */
    find: optional<{ key: string }, { number: string; kind: InvoiceKind; reservation_id: number | null; locale: Locale; seller: unknown; buyer: unknown; lines: unknown; total_cents: number; currency: string; method: MoneyMethod | null; issued_at: string; moves_money: boolean; issued_on: string }>('money/invoices/find', 'read'),
    /** Issues a document. */
    insert: numbering(one<{ number: string; kind: InvoiceKind; reservation_id?: number | null | undefined; payment_id: number; refund_id?: number | null | undefined; change_id?: number | null | undefined; locale: Locale; seller_id?: number | null | undefined; seller: unknown; buyer: unknown; lines: unknown; total_cents: number; currency: string; method?: MoneyMethod | null | undefined }, { id: number; key: string; number: string }>('money/invoices/insert', 'write')),
    /** The last number of each series: of the installation by year, of sellers by prefix and year, without those that ended before last year. */
    listCounters: many<Record<never, never>, { series: string; last: number }>('money/invoices/list-counters', 'read'),
    /** The documents of a payment after its invoice, in order: credit notes, and invoices of refunds that failed. */
    listCredited: many<{ payment_id: number }, { lines: unknown }>('money/invoices/list-credited', 'read'),
    /** Lists the documents among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('money/invoices/list-named-files', 'read'),
    /** Documents of the stays in an owner's homes, the newest first, with one more than a page. `corrects`: the invoice of the payment that a later document is about. */
    listOfOwner: many<{ user_id: number; homes?: (string)[] | null | undefined; month?: string | null | undefined; seller_id?: number | null | undefined; reservation_id?: number | null | undefined; number?: string | null | undefined; before?: number | null | undefined; limit: number }, { id: number; key: string; number: string; kind: InvoiceKind; issued_at: string; issued_on: string; corrects: string | null; seller_id: number | null; seller: string | null; buyer: string | null; lines: unknown; total_cents: number; currency: string; method: MoneyMethod | null; received_on: string | null; reservation_id: number; property_id: string; title: string; check_in: string; check_out: string }>('money/invoices/list-of-owner', 'replica'),
    /** Some documents, by their numbers. */
    listSome: many<{ numbers: (string)[] }, { key: string; number: string; kind: InvoiceKind; payment_id: number; reservation_id: number | null; seller_id: number | null; lines: unknown; total_cents: number; currency: string; issued_at: string; issued_on: string }>('money/invoices/list-some', 'read'),
    /** Stays with documents after one, by their numbers. */
    listStays: many<{ id: number }, { id: number }>('money/invoices/list-stays', 'read'),
    /** The documents of a reservation. */
    list: many<{ reservation_id: number }, { key: string; number: string; kind: InvoiceKind; payment_id: number; total_cents: number; currency: string; issued_at: string; issued_on: string }>('money/invoices/list', 'read'),
    /** The next number of a seller's series of the present year, as sql/money/invoices/next-number.sql. */
    nextNumberOfSeller: one<{ prefix: string; timezone: string }, { year: number; last: number }>('money/invoices/next-number-of-seller', 'write'),
    /** The next number of the series of the present year, in the time zone of the seller; its row stays locked until the end of the transaction, so that none is left out. */
    nextNumber: one<{ timezone: string }, { year: number; last: number }>('money/invoices/next-number', 'write'),
    /** Goes on with a seller's documents of a year above a number. */
    skipNumbersOfSeller: nothing<{ prefix: string; year: number; last: number }>('money/invoices/skip-numbers-of-seller', 'write'),
    /** Goes on with a year's documents above a number. */
    skipNumbers: nothing<{ year: number; last: number }>('money/invoices/skip-numbers', 'write'),
  },
  payments: {
    /** Records the provider's id of a refund of this service. One that this service made and lost with its database takes the place of one that it has started on its own again since. A refund that was started at the provider becomes a new row. */
    adoptRefund: numbering(nothing<{ payment_intent_id: string; key?: string | null | undefined; amount_cents: number; provider_refund_id: string }>('money/payments/adopt-refund', 'write')),
    /** Notes that the guest is sent the link of a balance. `reminders`: 0 at first, then the number of the reminder, 3 when owner and support are notified. No row when this reminder was recorded before, or when nothing is due. */
    askForBalance: numbering(optional<{ reminders: number; payment_id: number }, { id: number; key: string; reservation_id: number | null; amount_cents: number; currency: string }>('money/payments/ask-for-balance', 'write')),
    /** Records that the provider has closed a session. */
    closeSessionByNumber: nothing<{ session_id: string }>('money/payments/close-session-by-number', 'write'),
    /** Records that an attempt can no longer be paid. */
    closeSession: nothing<{ id: number }>('money/payments/close-session', 'write'),
    /** Ends the time in which what is due for a stay can be paid. A payment whose checkout is being opened is skipped, because that waits for the stay; it then finds the stay abandoned. Nobody waits for the money of an abandoned stay, so lists of open money need not read it. */
    end: numbering(nothing<{ reservation_id: number }>('money/payments/end', 'write')),
    /** Empties what was asked of the provider for the payments of a user: it names them. */
    eraseCheckouts: nothing<{ user_id: number }>('money/payments/erase-checkouts', 'write'),
    /** Empties requests to the provider, notes of receipts and reasons of refunds for the payments of some stays. They may name the guest. */
    eraseGuests: numbering(nothing<{ reservation_ids: (number)[] }>('money/payments/erase-guests', 'write')),
    /** Extends the time in which a payment can be made a little beyond its checkout. */
    extend: numbering(nothing<{ payable_until_seconds: number; payment_id: number }>('money/payments/extend', 'write')),
    /** Marks a refund as failed that the provider has refused; no row when it was made or refused before. */
    failRefund: numbering(optional<{ refund_id: number }, { id: number; payment_id: number; amount_cents: number }>('money/payments/fail-refund', 'write')),
    /** A payment whose money has come in and is documented, to be invoiced. */
    findApplied: optional<{ payment_id: number }, { payment_id: number; reservation_id: number | null; kind: PaymentKind; amount_cents: number; currency: string; title: string; check_in: string | null; check_out: string | null; payer_id: number | null; method: MoneyMethod }>('money/payments/find-applied', 'read'),
    /** The payment of the key that an object of the provider carries. */
    findByKey: optional<{ key: string }, { id: number; kind: PaymentKind; reservation_id: number | null }>('money/payments/find-by-key', 'read'),
    /** A payment by the key that its link carries, with what its page shows. */
    findByLink: optional<{ key: string }, { id: number; reservation_id: number | null; kind: PaymentKind; status: PaymentStatus; amount_cents: number; currency: string; check_in: string | null; check_out: string | null; title: string; has_successor: boolean; is_brief: boolean; is_over: boolean; payable_seconds: number | null }>('money/payments/find-by-link', 'read'),
    /** The payment of a checkout session; any of its attempts. */
    findBySession: optional<{ session_id: string }, { id: number; status: PaymentStatus; reservation_id: number | null; amount_cents: number; currency: string }>('money/payments/find-by-session', 'read'),
    /** A charge without the guest, with the data for the provider. `is_old`: the provider may have forgotten its key. */
    findCharge: optional<{ payment_id: number }, { key: string; customer_id: string; method_id: string; is_refused: boolean; is_old: boolean; payment_key: string; status: PaymentStatus; amount_cents: number; currency: string; reservation_id: number | null }>('money/payments/find-charge', 'read'),
    /** The secret of the confirmation of a payment. */
    findConfirmationKey: optional<{ payment_id: number }, { key: string }>('money/payments/find-confirmation-key', 'read'),
    /** The contents of the confirmation of a payment, with what went back since. */
    findConfirmation: optional<{ key: string }, { payment_id: number; reservation_id: number | null; kind: PaymentKind; amount_cents: number; currency: string; title: string; check_in: string | null; check_out: string | null; payer_id: number | null; method: MoneyMethod; seller: unknown; issued_at: string; issued_on: string; refunded_cents: number }>('money/payments/find-confirmation', 'read'),
    /** The deposit that was paid, by the key of the balance that follows it, with what the page of that balance shows. */
    findDeposit: optional<{ balance_key: string }, { id: number; kind: PaymentKind; reservation_id: number | null; amount_cents: number; currency: string; check_in: string | null; check_out: string | null; title: string }>('money/payments/find-deposit', 'read'),
    /** The last refund that stands for the money of a dispute, and how many there are: money that came back can be taken again. */
    findDisputeRefund: optional<{ payment_intent_id: string; dispute_id: string }, { id: number; provider_refund_id: string; status: RefundStatus; count: number }>('money/payments/find-dispute-refund', 'read'),
    /** The contents of a checkout, its last attempt, and the time: whole seconds that are left, so that they lengthen nothing. The payment is locked before, in a statement of its own: a statement that waits for the lock would still see the attempts from before the wait. The owner has the link of supplements too, so their checkout knows neither the guest's address nor the customer whose cards it would offer. */
    findForCheckout: optional<{ payment_id: number }, { id: number; key: string; kind: PaymentKind; status: PaymentStatus; payer_id: number | null; reservation_id: number | null; amount_cents: number; currency: string; title: string; check_in: string | null; check_out: string | null; rest_cents: number | null; rest_due_on: string | null; return_url: string | null; is_brief: boolean; is_over: boolean; is_charged: boolean; locale: Locale | null; email: string | null; customer_id: string | null; now_seconds: number; attempt_id: number | null; attempt_key: string | null; request: unknown | null; url: string | null; is_closed: boolean | null; seconds_left: number | null; payable_seconds: number | null }>('money/payments/find-for-checkout', 'read'),
    /** The last payment of a kind for a stay: the one that is due, or else the latest. */
    findLast: optional<{ reservation_id: number; kind: string }, { id: number; key: string; amount_cents: number; currency: string; is_due: boolean }>('money/payments/find-last', 'read'),
    /** The latest payment of a stay's own price that was made, one with a document or a confirmation before others. */
    findLatestPaid: optional<{ reservation_id: number }, { payment_id: number; amount_cents: number; currency: string; is_documented: boolean; confirmation_key: string | null }>('money/payments/find-latest-paid', 'read'),
    /** The card money of a payment to refund (`is_disputed`: the provider refuses to): a surplus that was not refunded, or else the money that paid it. The payment is locked before. */
    findReceipt: optional<{ payment_id: number }, { payment_intent_id: string; left_cents: number; is_disputed: boolean }>('money/payments/find-receipt', 'read'),
    /** The refund of an id of the provider. */
    findRefundByNumber: optional<{ provider_refund_id: string }, { id: number; payment_id: number; amount_cents: number }>('money/payments/find-refund-by-number', 'read'),
    /** A refund to make at the provider. `is_old`: the provider may have forgotten its idempotency key. */
    findRefund: optional<{ refund_id: number }, { id: number; key: string; status: RefundStatus; amount_cents: number; provider_refund_id: string | null; payment_intent_id: string; is_old: boolean }>('money/payments/find-refund', 'read'),
    /** The rest of a receipt after one of its refunds was refused, and who requested that refund. */
    findRest: optional<{ refund_id: number }, { left_cents: number; source: RefundSource; created_by: number | null }>('money/payments/find-rest', 'read'),
    /** Tells whether a checkout is known, and whether its payment is, or the deposit whose balance it pays. */
    findSessionStanding: one<{ session_id: string; payment_key: string }, { is_known: boolean; is_ours: boolean }>('money/payments/find-session-standing', 'read'),
    /** The payer of a deposit who is not a customer of the provider yet: the card is kept for the balance. Also a payer whose customer was forgotten, because it is gone there. */
    findWithoutCustomer: optional<{ payment_id: number }, { id: number; email: string; name: string }>('money/payments/find-without-customer', 'read'),
    /** A payment and its reservation. `is_over`: the time in which it can be paid has passed. `is_charged`: without its guest, who cannot pay it meanwhile. */
    find: optional<{ payment_id: number }, { id: number; reservation_id: number | null; kind: PaymentKind; currency: string; status: PaymentStatus; is_over: boolean; is_charged: boolean }>('money/payments/find', 'read'),
    /** The payments of a stay show its days as they are now. Those that are due show its home, where one is given, and can be made as long as its nights are held. A price that is due on the day of arrival stays so. */
    followStay: numbering(nothing<{ check_in: string; check_out: string; title?: string | null | undefined; payable_until?: string | null | undefined; reservation_id: number }>('money/payments/follow-stay', 'write')),
    /** Marks a payment whose money was a mistake: another one takes its place. */
    giveSuccessor: numbering(nothing<{ payment_id: number }>('money/payments/give-successor', 'write')),
    /** The balance of a stay whose deposit was paid, made once, whatever has replaced it since; a deposit that went back waives no balance. */
    insertBalance: numbering(nothing<{ reservation_id: number }>('money/payments/insert-balance', 'write')),
    /** A charge of a card that a guest without an account has left for their stay; no row when a bank disputes a payment of the stay, or there was a charge. */
    insertChargeOfCard: optional<{ customer_id: string; method_id: string; payment_id: number }, { payment_id: number }>('money/payments/insert-charge-of-card', 'write'),
    /** A charge of the payment method that the payer left for this stay; no row when there is none, when the payer's bank disputes that the deposit was paid with it, or before the day to which the payer agreed. */
    insertCharge: optional<{ payment_id: number }, { payment_id: number }>('money/payments/insert-charge', 'write'),
    /** Records the money that a guest's bank took back as a refund, once per id, of at most what was not refunded before. Pending refunds do not count, because the provider refuses refunds of a lost dispute. The caller has locked the payment. */
    insertLostDispute: numbering(optional<{ amount_cents: number; payment_intent_id: string; provider_refund_id: string }, { id: number; payment_id: number }>('money/payments/insert-lost-dispute', 'write')),
    /** The payment of the price of a stay from a day on; a stay has one. */
    insertOwed: numbering(nothing<{ reservation_id: number; title: string; check_in: string; check_out: string; amount_cents: number; currency: string; due_on: string }>('money/payments/insert-owed', 'write')),
    /** Records money that a company has received elsewhere, which pays a payment of the same amount. */
    insertReceiptElsewhere: numbering(nothing<{ method: MoneyMethod; received_on: string; note?: string | null | undefined; created_by: number; is_documented?: boolean | null | undefined; payment_id: number }>('money/payments/insert-receipt-elsewhere', 'write')),
    /** Records the money of a payment intent, once, and marks the payment that it pays. `applied` pays the payment, `surplus` arrived after it was paid, `mismatch` has another amount or currency. No row when the intent was recorded before. */
    insertReceipt: numbering(optional<{ payment_intent_id: string; amount_cents: number; currency: string; method_id?: string | null | undefined; payment_id: number }, { status: ReceiptStatus }>('money/payments/insert-receipt', 'write')),
    /** Records a refund that a company has made elsewhere; no row when the refunds would exceed what was received. `method` null: the receipt was a mistake, and no money moved. */
    insertRefundElsewhere: numbering(optional<{ amount_cents: number; payment_intent_id: string; reason?: string | null | undefined; created_by: number; method?: MoneyMethod | null | undefined; paid_on?: string | null | undefined }, { id: number; payment_id: number }>('money/payments/insert-refund-elsewhere', 'write')),
    /** Reserves an amount for a refund; no row when the refunds would exceed what was received. */
    insertRefund: numbering(optional<{ amount_cents: number; payment_intent_id: string; reason?: string | null | undefined; source: RefundSource; created_by?: number | null | undefined }, { id: number }>('money/payments/insert-refund', 'write')),
    /** A new attempt to open a checkout. */
    insertSession: numbering(one<{ payment_id: number; request: unknown; expires_at_seconds: number }, { id: number; key: string }>('money/payments/insert-session', 'write')),
    /** A payment in the place of another, of another amount. `is_part`: a part that is paid apart, while a further successor asks for the rest. */
    insertSuccessor: numbering(one<{ is_part: boolean; amount_cents: number; payment_id: number }, { id: number; key: string; reservation_id: number | null; amount_cents: number; currency: string }>('money/payments/insert-successor', 'write')),
    /** A payment that is due. `hold_minutes`: until when it can be made; null: as long as it is due. `rest_cents`: of a deposit. `is_brief`: its checkout does not lengthen the hold. `due_on`: it is late after this day; a change is due with the price that it changes, while that is open. */
    insert: numbering(one<{ reservation_id?: number | null | undefined; kind: PaymentKind; payer_id?: number | null | undefined; title: string; check_in?: string | null | undefined; check_out?: string | null | undefined; amount_cents: number; currency: string; hold_minutes?: number | null | undefined; rest_cents?: number | null | undefined; rest_due_on?: string | null | undefined; return_url?: string | null | undefined; is_brief?: boolean | null | undefined; due_on?: string | null | undefined }, { id: number; key: string; reservation_id: number | null; amount_cents: number; currency: string }>('money/payments/insert', 'write')),
    /** Lifts the deadline of a payment: a balance can be paid as long as it is due. */
    liftDeadline: numbering(nothing<{ reservation_id: number }>('money/payments/lift-deadline', 'write')),
    /** The disputes of the payments of a reservation, oldest first. */
    listDisputes: many<{ reservation_id: number }, { payment_id: number; status: string; reason: string; amount_cents: number; currency: string; opened_at: string }>('money/payments/list-disputes', 'read'),
    /** Payments of a stay that are due, oldest first, and after them a balance that is not made yet, which has no id. `is_later`: its day has not come. */
    listDue: many<{ today: string; reservation_id: number }, { id: number | null; kind: string; amount_cents: number; currency: string; is_later: boolean }>('money/payments/list-due', 'read'),
    /** Payment methods that a user has left for balances, and that are not among the saved ones. */
    listKeptMethods: many<{ user_id: number }, { method_id: string }>('money/payments/list-kept-methods', 'read'),
    /** The money of a stay in the order in which it came and went: receipts, and refunds with a negative amount. */
    listMoney: many<{ reservation_id: number }, { payment_id: number; refund_id: number | null; kind: PaymentKind; amount_cents: number; currency: string; method: MoneyMethod | null; day: string | null; note: string | null; recorded_at: string }>('money/payments/list-money', 'read'),
    /** The payments of a reservation, with finished and pending refunds. `is_charged`: the card of the guest is being charged. `balance_key`: of a deposit that was paid. */
    listOfReservation: many<{ reservation_id: number }, { id: number; key: string; kind: PaymentKind; amount_cents: number; currency: string; status: PaymentStatus; due_on: string | null; dispute_status: string | null; created_at: string; method: MoneyMethod | null; confirmation_key: string | null; refunded_cents: number; is_charged: boolean; balance_key: string | null }>('money/payments/list-of-reservation', 'read'),
    /** The parts of a price that are not paid yet, in the order in which a lower price takes from them: changes, the latest first, the balance or what is to come of it, and the amount due at booking. The payments are locked before. */
    listOpenParts: many<{ reservation_id: number }, { payment_id: number; kind: PaymentKind; left_cents: number; is_scheduled: boolean; rest_due_on: string | null }>('money/payments/list-open-parts', 'read'),
    /** Attempts to pay one payment that can still be paid. `keeps_card`: of a guest without an account. */
    listOpenSessionsOfPayment: many<{ payment_id: number }, { id: number; session_id: string | null; keeps_card: boolean }>('money/payments/list-open-sessions-of-payment', 'read'),
    /** Attempts of a reservation, or of one of its payments, that can still be paid. `only_ended`: of payments whose time is up; one that is opened meanwhile has extended it. */
    listOpenSessions: many<{ reservation_id: number; payment_id?: number | null | undefined; only_ended: boolean }, { id: number; session_id: string | null }>('money/payments/list-open-sessions', 'read'),
    /** Receipts of a reservation that are not refunded in full, locked until the end of the transaction. `is_disputed`: the provider refuses to refund it. */
    listReceipts: many<{ reservation_id: number }, { payment_id: number; kind: PaymentKind; currency: string; payment_intent_id: string; method: MoneyMethod; is_documented: boolean; confirmed_by: unknown | null; left_cents: number; is_disputed: boolean }>('money/payments/list-receipts', 'write'),
    /** The refunds of a reservation. */
    listRefunds: many<{ reservation_id: number }, { id: number; payment_id: number; amount_cents: number; currency: string; status: RefundStatus; source: RefundSource; method: MoneyMethod | null; reason: string | null; created_at: string; settled_at: string | null }>('money/payments/list-refunds', 'read'),
    /** Some payments, by their numbers, with finished and pending refunds. Its plan is kept, as that of sql/bookings/reservations/list-shown.sql. */
    listSome: many<{ ids: (number)[] }, { id: number; reservation_id: number | null; kind: PaymentKind; amount_cents: number; currency: string; status: PaymentStatus; due_on: string | null; dispute_status: string | null; created_at: string; method: MoneyMethod | null; refunded_cents: number }>('money/payments/list-some', 'read'),
    /** Charges that have waited for the provider's answer for longer than their job is tried. */
    listUnansweredCharges: many<Record<never, never>, { payment_id: number }>('money/payments/list-unanswered-charges', 'read'),
    /** The payment of an intent, locked until the end of the transaction. */
    lockByIntent: optional<{ payment_intent_id: string }, { payment_id: number }>('money/payments/lock-by-intent', 'write'),
    /** The booking or the balance of a stay that has no successor, locked until the end of the transaction: no checkout of it is opened meanwhile. */
    lockLast: optional<{ reservation_id: number; kind: string }, { id: number; status: PaymentStatus; amount_cents: number }>('money/payments/lock-last', 'write'),
    /** Locks the payments of a reservation until the end of the transaction, before the reservation itself. Checkouts lock in this order too. */
    lockOfReservation: many<{ reservation_id: number }, { id: number }>('money/payments/lock-of-reservation', 'write'),
    /** A payment, locked until the end of the transaction. */
    lock: optional<{ payment_id: number }, { id: number; key: string; reservation_id: number | null; kind: PaymentKind; status: PaymentStatus; amount_cents: number; currency: string }>('money/payments/lock', 'write'),
    /** Marks a payment as paid. */
    markPaid: numbering(nothing<{ payment_id: number }>('money/payments/mark-paid', 'write')),
    /** Records an attempt to pay that failed or is in progress; no row when the payment is already paid. */
    markUnpaid: numbering(optional<{ status: PaymentStatus; payment_id: number }, { id: number; reservation_id: number | null; amount_cents: number; currency: string }>('money/payments/mark-unpaid', 'write')),
    /** Moves the day from which the price of a stay is owed, where it has one. */
    moveDueDay: numbering(nothing<{ due_on: string; reservation_id: number }>('money/payments/move-due-day', 'write')),
    /** The payment of a disputed intent, with the status of its dispute: the latest, of those that were not won or closed before others. */
    noteDispute: numbering(optional<{ payment_intent_id: string }, { id: number; reservation_id: number | null; kind: PaymentKind; currency: string }>('money/payments/note-dispute', 'write')),
    /** Records that a payment cannot be charged without the guest. */
    refuseCharge: nothing<{ refusal: string; payment_id: number }>('money/payments/refuse-charge', 'write'),
    /** Voids a payment whose place another takes; no row when it is not due any more, or an attempt is in progress. */
    replace: numbering(optional<{ payment_id: number }, { id: number }>('money/payments/replace', 'write')),
    /** Sets what is still to come after a deposit, and the day of that. A card is not charged before the day to which its guest agreed. */
    setRest: numbering(nothing<{ rest_cents?: number | null | undefined; rest_due_on?: string | null | undefined; payment_id: number }>('money/payments/set-rest', 'write')),
    /** Moves a refund forward: pending, succeeded, failed. No row when it was there or further already. */
    settleRefund: numbering(optional<{ status: RefundStatus; provider_refund_id: string }, { id: number; payment_id: number; amount_cents: number }>('money/payments/settle-refund', 'write')),
    /** Sums up the refunds of a receipt, reserved and made, and derives the status of its payment. */
    sumRefunds: numbering(nothing<{ payment_intent_id: string }>('money/payments/sum-refunds', 'write')),
    /** Stores the provider's id and URL of an attempt. */
    updateSession: nothing<{ session_id: string; url: string; id: number }>('money/payments/update-session', 'write'),
    /** Keeps a dispute as it was read at the provider; no row when a later state is known. The caller has locked the payment. */
    upsertDispute: optional<{ dispute_id: string; payment_intent_id: string; status: string; reason: string; amount_cents: number; currency: string; is_refundable: boolean; opened_at: string; read_at: string }, { dispute_id: string }>('money/payments/upsert-dispute', 'write'),
    /** Voids the open payments of an abandoned stay, besides its booking. */
    voidExtras: numbering(nothing<{ reservation_id: number }>('money/payments/void-extras', 'write')),
    /** Voids a payment that was not made: another takes its place. */
    void: numbering(optional<{ payment_id: number }, { id: number }>('money/payments/void', 'write')),
    /** Notes that the money of a payment has no document, because its seller may not issue one here: its guest gets a confirmation that names the seller. No row when the money has none already. */
    withholdDocument: numbering(optional<{ seller: unknown; payment_id: number }, { key: string }>('money/payments/withhold-document', 'write')),
    /** Takes the documents off the money of the price of a stay, whose seller may not issue any here: its guest gets confirmations that name the seller. */
    withholdOfPrice: numbering(nothing<{ seller: unknown; reservation_id: number }>('money/payments/withhold-of-price', 'write')),
  },
  archive: {
    /** The import of an archive, if there was one. */
    findArchive: optional<{ id: string }, { owner_id: number; imported_at: string }>('operations/archive/find-archive', 'read'),
    /** The company of an account, with its sellers, contracts, templates of messages and people, and the picture of its logo. Keys and passwords are not among it. */
    findCompany: optional<{ owner_id: number }, { name: string; line: string; files: (string)[] }>('operations/archive/find-company', 'read'),
    /** The file of an entry of an owner's history. */
    findEntry: optional<{ id: number; owner_id: number; homes?: (string)[] | null | undefined }, { number: string | null; file: string | null }>('operations/archive/find-entry', 'read'),
    /** Notes an archive that is imported for an owner; no row when it was imported before. */
    insertArchive: optional<{ id: string; owner_id: number; made_at: string }, { id: string }>('operations/archive/insert-archive', 'write'),
    /** Writes documents and money of an archive as history. Numbers are kept as they were given. */
    insertEntries: numbering(nothing<{ owner_id: number; entries: unknown }>('operations/archive/insert-entries', 'write')),
    /** Lists the messages of an owner with guests who have accounts after one, a line of the archive each. Conversations about homes of others are not the company's. */
    listConversations: many<{ owner_id: number; after_conversation: number; after_id: number; limit: number }, { conversation_id: number; id: number; line: string; files: (string)[] }>('operations/archive/list-conversations', 'read'),
    /** Lists the invoices and credit notes of an owner after one, a line of the archive each, in the order of home, stay and number. `corrects`: the invoice of the payment that a later document is about. */
    listDocuments: many<{ after_home: string; after_stay: number; after_id: number; limit: number; owner_id: number }, { id: number; key: string; number: string; property_id: string; reservation_id: number | null; line: string }>('operations/archive/list-documents', 'read'),
    /** The history of an owner, the newest first by number, with one more than a page. */
    listEntries: many<{ owner_id: number; homes?: (string)[] | null | undefined; kinds?: (string)[] | null | undefined; month?: string | null | undefined; number?: string | null | undefined; before?: number | null | undefined; limit: number }, { id: number; kind: string; number: string | null; on_day: string; amount_cents: number; currency: string; method: MoneyMethod | null; property_id: string | null; reservation_id: number | null; title: string; data: unknown; file: string | null }>('operations/archive/list-entries', 'replica'),
    /** Lists documents, or money, that an earlier archive brought, after one, as that archive has them; home and stay have the numbers that they have here. */
    listHistory: many<{ owner_id: number; are_documents: boolean; after_id: number; limit: number }, { id: number; archive_id: string; number: string | null; amount_cents: number; currency: string; is_refund: boolean | null; is_counted: boolean | null; file: string | null; line: string }>('operations/archive/list-history', 'read'),
    /** Lists the homes of an owner after one, a line of the archive each, with rates, days to come, closures, photos and texts of arrival. The tax is the one that counts: that of the home, or else that of its city. Addresses of calendars and the password of the Wi-Fi are not among it. */
    listHomes: many<{ owner_id: number; after_home: string; limit: number }, { id: string; line: string; files: (string)[] }>('operations/archive/list-homes', 'read'),
    /** Lists the money of an owner's stays after some of it, a line of the archive each: what came in, and what went back, by home, stay and payment. The sums are those of sql/money/invoices/check-ledger.sql: money that was carried over from one stay to another neither came in nor went back. */
    listMoney: many<{ after_home: string; after_stay: number; after_id: number; limit: number; owner_id: number }, { id: number; property_id: string; reservation_id: number | null; amount_cents: number; currency: string; is_refund: boolean; is_counted: boolean; line: string }>('operations/archive/list-money', 'read'),
    /** Lists the documents of imported archives among some files. */
    listNamedFiles: many<{ names: (string)[] }, { name: string }>('operations/archive/list-named-files', 'read'),
    /** Lists the reviews of an owner's homes after one, of guests here and of channels, a line of the archive each. */
    listReviews: many<{ owner_id: number; after_home: string; after_id: number; limit: number }, { id: number; property_id: string; line: string }>('operations/archive/list-reviews', 'read'),
    /** Lists the stays of an owner after one, a line of the archive each, with guest, history, agreements, requests, supplements and messages, in the order of home and number. */
    listStays: many<{ after_home: string; after_id: number; limit: number; owner_id: number }, { id: number; property_id: string; line: string }>('operations/archive/list-stays', 'read'),
    /** Lists the tasks of an owner's homes after one, a line of the archive each. */
    listTasks: many<{ owner_id: number; after_home: string; after_id: number; limit: number }, { id: number; property_id: string; line: string; files: (string)[] }>('operations/archive/list-tasks', 'read'),
  },
  health: {
    /** Says that the present database is the one to go on with, after so many beats, in this epoch. */
    accept: nothing<{ epoch: number; beats: number }>('operations/health/accept', 'write'),
    /** Writes a beat, once a second on all nodes together, and tells what the database is now. A database that is not the one of the last beat, or has less than the asking node has seen, gets none. Times are compared both ways: clocks jump. */
    beat: one<{ seen: number }, { present_id: string; known_id: string | null; is_known_server: boolean; epoch: number | null; beats: number | null; beaten_at: string | null; is_synchronous: boolean | null; numbers: unknown }>('operations/health/beat', 'write'),
    /** Counts the connections of all clients to the server, beside its limit. Roles that may not see the sessions of others may see their number. */
    countConnections: one<Record<never, never>, { connections: number; most: number }>('operations/health/count-connections', 'read'),
    /** The present epoch, how old the newest beat is, and how many losses the payment provider was not asked about yet. */
    countLosses: one<Record<never, never>, { epoch: number; beat_age_seconds: number; unreconciled: number }>('operations/health/count-losses', 'read'),
    /** Tells whether the server cannot archive its log just now; false where it does not archive at all. */
    findArchiving: one<Record<never, never>, { is_failing: boolean }>('operations/health/find-archiving', 'read'),
    /** Finds the part of its numbers that the fullest sequence has given out, from 0 to 1. */
    findFullestSequence: one<Record<never, never>, { used: number }>('operations/health/find-fullest-sequence', 'read'),
    /** The position of the primary: a read at this position finds everything committed before. */
    findPosition: one<Record<never, never>, { position: string }>('operations/health/find-position', 'write'),
    /** Notes that committed work was lost after a time. */
    insertLoss: nothing<{ epoch: number; reason: string; survived_at: string }>('operations/health/insert-loss', 'write'),
    /** Fills a page of a table, as whatever is stored does sooner or later; the caller takes it back. */
    insertProbe: nothing<Record<never, never>>('operations/health/insert-probe', 'write'),
    /** Losses of the database, newest first. */
    listLosses: many<Record<never, never>, { epoch: number; reason: string; found_at: string; survived_at: string; documents_lost: unknown; reconciled_at: string | null }>('operations/health/list-losses', 'read'),
    /** Machines with nodes of an earlier release, and since when the oldest is connected. A node has connections as long as it runs, whatever carries the messages between nodes. Connections of 0.1 are named `sejour`, those of later releases by patterns in `names`. */
    listOlderNodes: many<{ names: (string)[] }, { address: string; connections: number; since: string }>('operations/health/list-older-nodes', 'read'),
    /** Losses for which the payment provider has still to be asked, the one from which the least is left first. */
    listOpenLosses: many<Record<never, never>, { epoch: number; survived_at: string; documents_seen: unknown; reconciled_at: string | null }>('operations/health/list-open-losses', 'read'),
    /** The installation, locked for a change. No row before the first start. */
    lockInstallation: optional<Record<never, never>, { known_id: string; is_known_server: boolean; epoch: number; beats: number }>('operations/health/lock-installation', 'write'),
    /** Says that the provider was asked for the days before as well. */
    markCompleted: nothing<{ epoch: number }>('operations/health/mark-completed', 'write'),
    /** Says that the provider was asked what was lost, and which numbers of documents are not given out any more. */
    markReconciled: nothing<{ documents_lost: unknown; epoch: number }>('operations/health/mark-reconciled', 'write'),
    /** Notes the last numbers of documents that a node has seen, by year, while they are not settled: the highest count. */
    noteDocumentsSeen: nothing<{ documents: unknown; epoch: number }>('operations/health/note-documents-seen', 'write'),
    /** Notes whether the present start is a rehearsal. */
    noteRehearsal: nothing<{ is_rehearsal: boolean }>('operations/health/note-rehearsal', 'write'),
    /** Tells whether the database answers. */
    ping: many<Record<never, never>, { ok: boolean }>('operations/health/ping', 'read'),
    /** Raises sequences above their last numbers and those that a node has seen, by a margin for what nobody has seen: all of them, or those that are behind. The margin is larger than what is given out between reading a number and setting it. */
    raiseSequences: one<{ numbers: unknown; margin: number; all: boolean }, { raised: number }>('operations/health/raise-sequences', 'write'),
  },
  privacy: {
    /** The data of a guest without an account from some stays, as one document (docs/security.md, "Guests without an account"), without travellers and mails. */
    exportGuest: one<{ reservation_ids: (number)[] }, { document: unknown }>('operations/privacy/export-guest', 'read'),
    /** The data of a user, as one document (docs/security.md, "Personal data"), without the settings of notifications. */
    export: optional<{ user_id: number }, { document: unknown }>('operations/privacy/export', 'read'),
  },
  events: {
    /** Makes room for the events of today and tomorrow. */
    addDays: many<Record<never, never>, { events_add_days: unknown | null }>('platform/events/add-days', 'read'),
    /** Invalidates all earlier positions. */
    beginEpoch: nothing<{ epoch: number }>('platform/events/begin-epoch', 'write'),
    /** Drops the oldest day of events if it is older than so many days. */
    dropDay: one<{ keep_days: number }, { deleted: number }>('platform/events/drop-day', 'write'),
    /** Removes names and words from the events about some stays of a company. */
    eraseStays: nothing<{ owner_id: number; reservation_ids: (string)[] }>('platform/events/erase-stays', 'write'),
    /** Removes names, words and pictures of a person from the events of others, and everything but the facts from their own. */
    erase: nothing<{ user_id: number }>('platform/events/erase', 'write'),
    /** Returns the last position of the feed, the first one that is kept, and the epoch of both. */
    findFeed: one<Record<never, never>, { position: number; kept_from: number; epoch: number }>('platform/events/find-feed', 'read'),
    /** Returns how long the oldest fact has waited to be an event with a position. */
    findOldest: one<Record<never, never>, { oldest_seconds: number }>('platform/events/find-oldest', 'read'),
    /** Turns facts into events with the next positions, in the order of the facts. `shown`: the subject of each, [{id, data, is_brief}]; a brief one has no previous values. The caller has locked the feed. */
    givePositions: one<{ shown: unknown }, { position: number }>('platform/events/give-positions', 'write'),
    /** Tells whether there is something that is no event yet. */
    isWaiting: one<Record<never, never>, { waiting: boolean }>('platform/events/is-waiting', 'read'),
    /** Facts that are no events yet, oldest first. */
    listFacts: many<{ limit: number }, { id: number; type: string; subject_id: string; property_id: string | null; owner_id: number; previous_bytes: number; from_day: string | null; to_day: string | null }>('platform/events/list-facts', 'read'),
    /** The end of the feed, and the accounts with events after a position. */
    listOwnersWithNews: one<{ after: number }, { position: number; owners: (number)[] }>('platform/events/list-owners-with-news', 'read'),
    /** Subjects of events since a moment, and subjects of facts that are no events yet. */
    listSubjects: composed<{ since: string; subject: string; owner_id?: number | null | undefined }, { subject_id: string }, EventsPart>('platform/events/list-subjects', 'read'),
    /** Events after a position and up to another one, in their order. */
    list: composed<{ after: number; until: number; limit: number; owner_id?: number | null | undefined; property_id?: string | null | undefined; homes?: (string)[] | null | undefined; or_no_home?: boolean | null | undefined; types?: (string)[] | null | undefined }, { position: number; id: number; type: string; subject_id: string; owner_id: number; property_id: string | null; actor: Actor | null; actor_id: number | null; data: unknown | null; previous: unknown | null; created_at: string }, EventsPart>('platform/events/list', 'read'),
    /** Locks the feed: one node at a time gives positions, and each waits until those before are there to be read. */
    lockFeed: one<Record<never, never>, { position: number }>('platform/events/lock-feed', 'write'),
    /** Makes one fact of changes of one object by one actor that wait: the last one, with the oldest of previous values. The caller has locked the feed. */
    mergeFacts: nothing<{ limit: number }>('platform/events/merge-facts', 'write'),
    /** Turns days of calendars that have changed into facts: one for each range of days without a gap. Returns how many facts these are. */
    noteDays: numbering(one<{ limit: number }, { noted: number }>('platform/events/note-days', 'write')),
  },
  idempotency: {
    /** Claims a key for a first request; no row when the key was used before. A claim without an answer is void after a minute, unless its work was carried out. */
    claim: optional<{ user_id: number; scope: string; key: string; claim: string; request_hash: Uint8Array }, { key: string }>('platform/idempotency/claim', 'write'),
    /** Frees a key whose request failed without having done its work, so that the client can retry with it. */
    deleteClaim: nothing<{ user_id: number; scope: string; key: string; claim: string }>('platform/idempotency/delete-claim', 'write'),
    /** Deletes keys a day after their first request, in batches. */
    deleteOld: one<Record<never, never>, { deleted: number }>('platform/idempotency/delete-old', 'write'),
    /** Deletes the keys of a user, with the answers that they keep. */
    erase: nothing<{ user_id: number }>('platform/idempotency/erase', 'write'),
    /** The request of an idempotency key, and its answer; or that the work was carried out and the answer is lost, with its node perhaps. */
    find: optional<{ user_id: number; scope: string; key: string }, { request_hash: Uint8Array; status: number | null; body: string | null; is_lost: boolean }>('platform/idempotency/find', 'read'),
    /** Says that the answer of a key is lost although the work of its request was carried out. */
    loseAnswer: nothing<{ user_id: number; scope: string; key: string; claim: string }>('platform/idempotency/lose-answer', 'write'),
    /** Says that the work of a key's request is done, in the transaction that does it; no row when the claim is gone. */
    markCarriedOut: optional<{ user_id: number; scope: string; key: string; claim: string }, { key: string }>('platform/idempotency/mark-carried-out', 'write'),
    /** Stores the first answer, to return it again; no row when the claim is gone. */
    updateAnswer: optional<{ status: number; body: string; user_id: number; scope: string; key: string; claim: string }, { key: string }>('platform/idempotency/update-answer', 'write'),
  },
  inbox: {
    /** Counts the events that wait to be applied, and says how long the oldest has waited. */
    countWaiting: one<Record<never, never>, { waiting: number; oldest_seconds: number }>('platform/inbox/count-waiting', 'read'),
    /** Deletes events that were settled so many days ago, in batches. */
    deleteSettled: one<{ days: number }, { deleted: number }>('platform/inbox/delete-settled', 'write'),
    /** One of these events that was applied. */
    findApplied: optional<{ provider: string; event_ids: (string)[] }, { event_id: string }>('platform/inbox/find-applied', 'read'),
    /** An event that waits to be applied. */
    findEvent: optional<{ provider: string; event_id: string }, { event_id: string; type: string; payload: unknown | null; subscription_id: string | null; received_at: string; attempts: number }>('platform/inbox/find-event', 'read'),
    /** When the payment provider was last heard. */
    findLastReceived: one<Record<never, never>, { received_at: string | null; now: string }>('platform/inbox/find-last-received', 'read'),
    /** Stores an event in the inbox; no row when it is there already, unless it is to be applied when it is sent again. */
    insertEvent: optional<{ provider: string; event_id: string; type: string; payload?: unknown | null | undefined; body?: Uint8Array | null | undefined; status: EventStatus; error?: string | null | undefined; subscription_id?: string | null | undefined; property_id?: string | null | undefined }, { event_id: string }>('platform/inbox/insert-event', 'write'),
    /** The inbox of a user's own homes, or of all homes for the staff, newest first. */
    listEvents: many<{ user_id: number; is_staff: boolean; property_id?: string | null | undefined; status?: EventStatus | null | undefined; event?: string | null | undefined; limit: number; offset: number }, { id: string; event: string; property_id: string; subscription_id: string | null; received_at: string; settled_at: string | null; status: string; attempts: number; error: string | null; total: number }>('platform/inbox/list-events', 'read'),
    /** Intents that have succeeded and concern no payment of this database, of events since a time. */
    listIgnoredPayments: many<{ since: string }, { intent_id: string }>('platform/inbox/list-ignored-payments', 'read'),
    /** Events that could not be applied yet, oldest first. */
    listWaiting: many<Record<never, never>, { provider: string; event_id: string; type: string; received_at: string; attempts: number; error: string | null }>('platform/inbox/list-waiting', 'read'),
    /** Records the outcome of an event. */
    settleEvent: nothing<{ status: EventStatus; error?: string | null | undefined; is_repeatable: boolean; provider: string; event_id: string }>('platform/inbox/settle-event', 'write'),
    /** Settles the waiting event of a checkout when that of its intent arrives. The event of the intent is kept, because only it can report a payment that was lost. */
    supersedeCheckout: nothing<{ intent_id: string }>('platform/inbox/supersede-checkout', 'write'),
    /** Records why an event could not be applied; it will be tried again. */
    updateFailure: nothing<{ error: string; provider: string; event_id: string }>('platform/inbox/update-failure', 'write'),
  },
  jobs: {
    /** Counts the jobs of each queue that have failed for the last time. */
    countDeadLetters: many<Record<never, never>, { queue: string; letters: number }>('platform/jobs/count-dead-letters', 'read'),
    /** Counts the jobs of each queue that are due or running, and says how long the oldest has waited to start. */
    countDue: many<Record<never, never>, { queue: string; due: number; oldest_seconds: number }>('platform/jobs/count-due', 'read'),
    /** Counts the waiting jobs of some queues, with those that have failed, and says how long the oldest one has waited. */
    countWaiting: many<{ queues: (string)[] }, { queue: string; waiting: number; oldest_seconds: number }>('platform/jobs/count-waiting', 'read'),
    /** Deletes the mails about some subjects, and the sent ones to some addresses. A job of several mails that are not all sent stays with those about others. */
    deleteMailsAbout: nothing<{ subjects: (string)[]; addresses: (string)[] }>('platform/jobs/delete-mails-about', 'write'),
    /** Deletes the mails to some addresses that wait, were sent or failed for good, and the sent ones to others that may name a person. A job of several mails that are not all sent stays with those to others, or none: computed from the row, so that two erasures at once both hold. */
    deleteMails: nothing<{ addresses: (string)[]; first_name: string }>('platform/jobs/delete-mails', 'write'),
    /** Tells whether a mail about a subject with a link still waits, or has failed. */
    findUnsentMail: optional<{ subject: string; link: string }, { id: string }>('platform/jobs/find-unsent-mail', 'read'),
    /** Jobs that failed for the last time, latest first, with their last error and without their payload. */
    listDeadLetters: many<Record<never, never>, { id: string; queue: string; failed_at: string; error: string | null }>('platform/jobs/list-dead-letters', 'read'),
    /** Lists those of some queues that have jobs that are due, or will be within a time, and in how many seconds. */
    listDue: many<{ within_seconds: number; queues: (string)[] }, { queue: string; seconds: number }>('platform/jobs/list-due', 'read'),
    /** The mails about some subjects to some addresses, as long as jobs keep them, without codes. */
    listMailsAbout: many<{ subjects: (string)[]; addresses: (string)[] }, { created_on: string; state: string | null; content: unknown }>('platform/jobs/list-mails-about', 'read'),
    /** Makes the planner expect many jobs of each queue, from the next ANALYZE on. Statistics may be older than a burst of jobs, and a plan for an empty queue reads all of it to complete ten. It does not help beside a history of a single queue. Later starts change nothing: the lock would end a vacuum of the table. */
    planForFullQueues: nothing<Record<never, never>>('platform/jobs/plan-for-full-queues', 'write'),
    /** Puts running jobs off, without counting the attempt. A scheduled job stays as it is when another one of its queue waits for its next attempt. */
    postpone: nothing<{ seconds: number; reason: string; queue: string; id: string }>('platform/jobs/postpone', 'write'),
  },
  places: {
    /** One city by its GeoNames id. */
    findCity: optional<{ city_id: string }, { id: string; country_id: string; name: string; latitude: number; longitude: number; timezone: string }>('platform/places/find-city', 'replica'),
    /** One country by its ISO 3166-1 code. */
    findCountry: optional<{ country_id: string }, { id: string }>('platform/places/find-country', 'replica'),
    /** The load of places that includes a part of them, if there is one. */
    findLoad: optional<{ part: string }, { part: string }>('platform/places/find-load', 'read'),
    /** The time zone of the place of a country that is nearest to a point. */
    findNearestZone: optional<{ country_id: string; latitude: number; longitude: number }, { timezone: string }>('platform/places/find-nearest-zone', 'read'),
    /** The tourist tax of a city. */
    findTouristTax: optional<{ city_id: string }, { per_adult_night_cents: number | null; percent_hundredths: number | null; cap_cents: number | null }>('platform/places/find-tourist-tax', 'read'),
    /** Cities from GeoNames, one array element each. */
    insertCities: nothing<{ ids: (string)[]; country_ids: (string)[]; names: (string)[]; admin_codes: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[]; timezones: (string)[] }>('platform/places/insert-cities', 'write'),
    /** Countries from ISO 3166-1, one array element each; an empty text is not known. */
    insertCountries: nothing<{ ids: (string)[]; iso3s: (string)[]; names_fr: (string)[]; names_en: (string)[]; phone_codes: (string)[]; currencies: (string)[]; continents: (string)[] }>('platform/places/insert-countries', 'write'),
    /** Records that a part of the places is loaded. */
    insertLoad: nothing<{ part: string }>('platform/places/insert-load', 'write'),
    /** Neighborhoods (sections of populated places) from GeoNames, one array element each. */
    insertNeighborhoods: nothing<{ ids: (string)[]; city_ids: (string)[]; names: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[] }>('platform/places/insert-neighborhoods', 'write'),
    /** Removes the time limits of this transaction: on a busy machine loading the cities takes minutes. */
    liftTimeouts: many<Record<never, never>, { lifted: boolean }>('platform/places/lift-timeouts', 'write'),
    /** Cities of a country, largest first, optionally by a part of their name. */
    listCities: many<{ country_id: string; q?: string | null | undefined; limit: number; offset: number }, { id: string; country_id: string; name: string; population: number; latitude: number; longitude: number; timezone: string; total: number }>('platform/places/list-cities', 'replica'),
    /** All countries, by their name in the reader's language. */
    listCountries: many<{ locale: string }, { id: string; iso3: string; name: string; name_fr: string; name_en: string; phone_code: string | null; currency: string | null; continent: string | null }>('platform/places/list-countries', 'replica'),
    /** Neighborhoods of a city, by name. */
    listNeighborhoods: many<{ city_id: string }, { id: string; city_id: string; name: string; population: number; latitude: number; longitude: number }>('platform/places/list-neighborhoods', 'replica'),
    /** Locks the loading of places until the transaction ends. */
    lockLoads: nothing<Record<never, never>>('platform/places/lock-loads', 'write'),
    /** Sets the tourist tax of a city: an amount per adult and night, or a percentage (in hundredths) with a cap; all null removes it. Records the values before and after and who changed them, if they differ. No row for an unknown city. */
    setTouristTax: numbering(optional<{ city_id: string; changed_by?: number | null | undefined; operator?: string | null | undefined; per_adult_night_cents?: number | null | undefined; percent_hundredths?: number | null | undefined; cap_cents?: number | null | undefined }, { id: string; name: string }>('platform/places/set-tourist-tax', 'write')),
    /** Neighborhoods, one array element each; those that are known move. */
    upsertNeighborhoods: nothing<{ ids: (string)[]; city_ids: (string)[]; names: (string)[]; populations: (number)[]; latitudes: (number)[]; longitudes: (number)[] }>('platform/places/upsert-neighborhoods', 'write'),
  },
  plugins: {
    /** Tells the other nodes what to look at. Its commit does not wait for the disk: a message that is lost costs a slow look. */
    wake: many<{ message: string }, { set_config: string | null; pg_notify: unknown | null }>('platform/plugins/wake', 'write'),
  },
  schema: {
    /** Asks if a release is enabled, and no node of an earlier one is left. */
    isEnabled: one<{ release: string }, { is_enabled: boolean }>('platform/schema/is-enabled', 'read'),
    /** Lists the tables whose keys have 32 bits still. many */
    listNarrowKeys: many<Record<never, never>, { table: string }>('platform/schema/list-narrow-keys', 'read'),
    /** The triggers that run some functions, named with their arguments, by their tables. */
    listTriggers: many<{ functions: (string)[] }, { table: string; triggers: (string)[] }>('platform/schema/list-triggers', 'read'),
    /** Widens the keys of a table to 64 bits, which rewrites it under a lock. nothing */
    widenKeys: many<{ table: string }, { set_key_type: unknown | null; renew_functions: unknown | null }>('platform/schema/widen-keys', 'read'),
  },
  bus: {
    /** Locks a node and numbers its next change of presence; no row when others have given the node up. */
    advanceNode: optional<{ revision: number; node: string }, { node: string }>('realtime/bus/advance-node', 'write'),
    /** A message of a node to itself, with the time of the database: it shows that the node hears, and how late. */
    beat: many<{ node: string }, { pg_notify: unknown | null }>('realtime/bus/beat', 'write'),
    /** Deletes expired last events of cache channels, in batches. */
    deleteCaches: one<Record<never, never>, { deleted: number }>('realtime/bus/delete-caches', 'write'),
    /** Deletes the nodes whose lease has ended, and their presence. */
    deleteExpiredNodes: many<Record<never, never>, { node: string }>('realtime/bus/delete-expired-nodes', 'write'),
    /** Deletes a node that stops, and its presence. */
    deleteNode: nothing<{ node: string }>('realtime/bus/delete-node', 'write'),
    /** Deletes payloads ten minutes after their notification, in batches: the lowest ids are the oldest. */
    deletePayloads: one<Record<never, never>, { deleted: number }>('realtime/bus/delete-payloads', 'write'),
    /** People who have left a node: a list of {channel, user_id}. */
    deletePresent: nothing<{ people: unknown; node: string }>('realtime/bus/delete-present', 'write'),
    /** Deletes messages that nodes of 0.3 have relayed over Redis, in batches. */
    deleteRelayed: one<Record<never, never>, { deleted: number }>('realtime/bus/delete-relayed', 'write'),
    /** Deletes closings of a user's sockets that no node can have missed, in batches. */
    deleteRevocations: one<Record<never, never>, { deleted: number }>('realtime/bus/delete-revocations', 'write'),
    /** The last event of a cache channel, for half an hour. */
    findCache: optional<{ channel: string }, { event: string; data: string }>('realtime/bus/find-cache', 'read'),
    /** The time of the database. */
    findClock: one<Record<never, never>, { at: string }>('realtime/bus/find-clock', 'read'),
    /** A payload that a notification refers to. */
    findPayload: optional<{ id: number }, { payload: string }>('realtime/bus/find-payload', 'read'),
    /** Registers a node, with a lease. */
    insertNode: nothing<{ node: string; lease_seconds: number }>('realtime/bus/insert-node', 'write'),
    /** Messages that go out after the commit, in their order, each with its channel. */
    insertOutbox: nothing<{ channels: (string)[]; messages: (string)[] }>('realtime/bus/insert-outbox', 'write'),
    /** Stores a payload that is too long for a notification, which then carries its id. */
    insertPayload: one<{ payload: string }, { id: number }>('realtime/bus/insert-payload', 'write'),
    /** Tells whether there are messages that are not relayed. */
    isOutboxWaiting: one<Record<never, never>, { waiting: boolean }>('realtime/bus/is-outbox-waiting', 'read'),
    /** The nodes that have not missed two renewals of their leases, which they renew three times as often as these end. */
    listAwake: many<{ lease_seconds: number }, { node: string }>('realtime/bus/list-awake', 'read'),
    /** All nodes with the people who are present on them. A node without people has one row. */
    listPresent: many<Record<never, never>, { node: string; revision: number; channel: string | null; user_id: string | null; info: string | null }>('realtime/bus/list-present', 'read'),
    /** Users whose sockets were closed since a time. The minute before it is for transactions that ended later than they wrote. */
    listRevocations: many<{ since: string }, { user_id: string }>('realtime/bus/list-revocations', 'read'),
    /** Locks channels until the commit, in the order given, which has to be the same everywhere: positions of their messages follow the commits. */
    lockChannels: many<{ channels: (string)[] }, { pg_advisory_xact_lock: unknown | null }>('realtime/bus/lock-channels', 'write'),
    /** Notifies every node of several messages, in their order, at commit. */
    publishAll: many<{ messages: (string)[] }, { pg_notify: unknown | null }>('realtime/bus/publish-all', 'write'),
    /** Notifies every node of the next messages, in their order, and deletes them: both at the commit. PostgreSQL refuses longer notifications: only nodes of 0.3 that have a Redis leave such a message. */
    relay: many<{ limit: number }, { notified: unknown | null }>('realtime/bus/relay', 'write'),
    /** Renews the lease of a node; no row when others have given the node up. */
    renewNode: optional<{ lease_seconds: number; node: string }, { node: string }>('realtime/bus/renew-node', 'write'),
    /** Keeps the last event of a cache channel. */
    upsertCache: nothing<{ channel: string; event: string; data: string }>('realtime/bus/upsert-cache', 'write'),
    /** People who have become present on a node: a list of {channel, user_id, info}. */
    upsertPresent: nothing<{ node: string; people: unknown }>('realtime/bus/upsert-present', 'write'),
    /** Records that the sockets of a user are closed now. */
    upsertRevocation: nothing<{ user_id: string }>('realtime/bus/upsert-revocation', 'write'),
    /** Waits until no other node relays, and lets none do so until the transaction ends. Its commit does not wait for the disk: a message that the database forgets to have relayed is relayed again. */
    waitForOutbox: many<Record<never, never>, { set_config: string | null; pg_advisory_xact_lock: unknown | null }>('realtime/bus/wait-for-outbox', 'write'),
  },
} as const
