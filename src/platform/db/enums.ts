// Written by `npm run sql:types`; do not edit.

export const ACTOR = ['guest', 'owner', 'channel', 'support', 'system'] as const
export type Actor = (typeof ACTOR)[number]

export const AMENITY = ['air_conditioning', 'baby_bed', 'elevator', 'fireplace', 'garden', 'heating', 'kitchen', 'parking', 'pets_allowed', 'pool', 'sea_view', 'terrace', 'washing_machine', 'wheelchair_accessible', 'wifi', 'workspace'] as const
export type Amenity = (typeof AMENITY)[number]

export const API_KEY_KIND = ['secret', 'publishable', 'assistant'] as const
export type ApiKeyKind = (typeof API_KEY_KIND)[number]

export const ARRIVAL_ACCESS = ['automatic', 'released', 'withheld'] as const
export type ArrivalAccess = (typeof ARRIVAL_ACCESS)[number]

export const CALENDAR_CONFLICT_KIND = ['certain', 'possible', 'block', 'same', 'gone'] as const
export type CalendarConflictKind = (typeof CALENDAR_CONFLICT_KIND)[number]

export const CANCELLATION_POLICY = ['flexible', 'moderate', 'strict'] as const
export type CancellationPolicy = (typeof CANCELLATION_POLICY)[number]

export const CHANGE_REQUEST_STATUS = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUS)[number]

export const CHANNEL_UPDATE_KIND = ['availability', 'restrictions'] as const
export type ChannelUpdateKind = (typeof CHANNEL_UPDATE_KIND)[number]

export const CLOSURE_KIND = ['closure', 'owner_stay'] as const
export type ClosureKind = (typeof CLOSURE_KIND)[number]

export const DELIVERY_STATUS = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUS)[number]

export const EVENT_STATUS = ['received', 'applied', 'ignored', 'malformed'] as const
export type EventStatus = (typeof EVENT_STATUS)[number]

export const INVOICE_KIND = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof INVOICE_KIND)[number]

export const LOCALE = ['fr', 'en'] as const
export type Locale = (typeof LOCALE)[number]

export const MESSAGE_SOURCE = ['site', 'airbnb', 'booking_com', 'expedia', 'mail', 'note'] as const
export type MessageSource = (typeof MESSAGE_SOURCE)[number]

export const MESSAGE_STATE = ['sending', 'sent', 'failed', 'unclear'] as const
export type MessageState = (typeof MESSAGE_STATE)[number]

export const MONEY_METHOD = ['card', 'transfer', 'cash', 'cheque', 'voucher', 'other', 'carried'] as const
export type MoneyMethod = (typeof MONEY_METHOD)[number]

export const NOTIFICATION_TYPE = ['api_key_created', 'balance_due', 'balance_overdue', 'bill_due', 'calendar_conflict', 'change_declined', 'change_requested', 'channel_bookings_refused', 'channel_disconnected', 'channel_event_unknown', 'channel_event_unreadable', 'channel_registration_refused', 'channel_request', 'channel_room_unmapped', 'channel_update_failed', 'channel_waiting', 'dispute_appealed', 'dispute_closed', 'dispute_reversed', 'dispute_settled', 'dispute_unclear', 'event_gone', 'feed_conflict', 'fraud_warning', 'inquiry_accepted', 'inquiry_declined', 'member_joined', 'new_message', 'payment_disputed', 'payment_failed', 'payment_mismatch', 'payment_received', 'payment_unclaimed', 'refund_approved', 'refund_failed', 'refund_pending', 'reservation_cancelled', 'reservation_confirmed', 'reservation_inquiry', 'reservation_modified', 'reservation_overbooked', 'review_received', 'review_reminder', 'saved_cards_gone', 'stay_completed', 'subscription_ended', 'subscription_started', 'webhook_disabled', 'webhook_dropped', 'webhook_endpoint_changed'] as const
export type NotificationType = (typeof NOTIFICATION_TYPE)[number]

export const OAUTH_PROVIDER = ['facebook', 'google'] as const
export type OauthProvider = (typeof OAUTH_PROVIDER)[number]

export const OCCUPANCY_KIND = ['stay', 'closure'] as const
export type OccupancyKind = (typeof OCCUPANCY_KIND)[number]

export const PASSKEY_PURPOSE = ['registration', 'proof'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSE)[number]

export const PAYMENT_KIND = ['balance', 'booking', 'change', 'supplement'] as const
export type PaymentKind = (typeof PAYMENT_KIND)[number]

export const PAYMENT_STATUS = ['unpaid', 'processing', 'paid', 'failed', 'partially_refunded', 'refunded', 'cancelled'] as const
export type PaymentStatus = (typeof PAYMENT_STATUS)[number]

export const POLICY_STATUS = ['draft', 'published', 'archived'] as const
export type PolicyStatus = (typeof POLICY_STATUS)[number]

export const POLICY_TYPE = ['terms', 'sales_terms', 'privacy', 'cookies', 'cancellation', 'refund', 'house_rules', 'host_agreement'] as const
export type PolicyType = (typeof POLICY_TYPE)[number]

export const PROPERTY_STATUS = ['draft', 'published', 'archived'] as const
export type PropertyStatus = (typeof PROPERTY_STATUS)[number]

export const PROPERTY_TYPE = ['apartment', 'chalet', 'cottage', 'guest_house', 'house', 'houseboat', 'loft', 'studio', 'tiny_house', 'villa'] as const
export type PropertyType = (typeof PROPERTY_TYPE)[number]

export const RECEIPT_STATUS = ['applied', 'surplus', 'mismatch'] as const
export type ReceiptStatus = (typeof RECEIPT_STATUS)[number]

export const REFUND_SOURCE = ['api', 'cancellation', 'late', 'surplus', 'provider', 'dispute'] as const
export type RefundSource = (typeof REFUND_SOURCE)[number]

export const REFUND_STATUS = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUS)[number]

export const RESERVATION_SOURCE = ['direct', 'channel'] as const
export type ReservationSource = (typeof RESERVATION_SOURCE)[number]

export const RESERVATION_STATUS = ['inquiry', 'pending', 'confirmed', 'declined', 'expired', 'cancelled', 'checked_in', 'completed', 'no_show'] as const
export type ReservationStatus = (typeof RESERVATION_STATUS)[number]

export const ROOM_TYPE = ['entire_home', 'hotel_room', 'private_room', 'shared_room'] as const
export type RoomType = (typeof ROOM_TYPE)[number]

export const SEASON_POLICY = ['booking', 'nights'] as const
export type SeasonPolicy = (typeof SEASON_POLICY)[number]

export const SEASON_STATUS = ['active', 'inactive'] as const
export type SeasonStatus = (typeof SEASON_STATUS)[number]

export const SELLER_KIND = ['business', 'private'] as const
export type SellerKind = (typeof SELLER_KIND)[number]

export const TASK_KIND = ['cleaning', 'maintenance', 'other'] as const
export type TaskKind = (typeof TASK_KIND)[number]

export const TEMPLATE_SENDING_STATUS = ['claimed', 'sent', 'skipped'] as const
export type TemplateSendingStatus = (typeof TEMPLATE_SENDING_STATUS)[number]

export const TEMPLATE_TRIGGER = ['confirmed', 'arrival', 'departure', 'balance_paid', 'review_due'] as const
export type TemplateTrigger = (typeof TEMPLATE_TRIGGER)[number]

export const USER_ROLE = ['user', 'owner', 'support', 'admin'] as const
export type UserRole = (typeof USER_ROLE)[number]

export const WEBHOOK_REGISTRATION = ['none', 'pending', 'registered', 'refused'] as const
export type WebhookRegistration = (typeof WEBHOOK_REGISTRATION)[number]
