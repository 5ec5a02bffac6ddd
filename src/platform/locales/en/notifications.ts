import type { Texts } from '../fr.ts'
import { TEAM_ROLES } from './mails.ts'
import { words } from './words.ts'

export const notifications = {
  new_message: ({ sender, excerpt }) => ({
    title: sender ? `Message from ${sender}` : 'Message from a deleted account',
    message: excerpt || words.attachedFile,
  }),
  review_received: ({ author, home, rating }) => ({
    title: 'New review',
    message: `${author || 'A deleted account'} gives “${home}” ${rating} out of 5.`,
  }),
  reservation_confirmed: ({ stay }) => ({
    title: 'Reservation confirmed',
    message: `The reservation is confirmed: ${stay}.`,
  }),
  reservation_cancelled: ({ stay }) => ({
    title: 'Reservation cancelled',
    message: `The reservation is cancelled: ${stay}.`,
  }),
  reservation_inquiry: ({ stay }) => ({
    title: 'New inquiry',
    message: `A guest asks for ${stay}.`,
  }),
  reservation_modified: ({ stay }) => ({
    title: 'Reservation modified',
    message: `The channel has modified the reservation: ${stay}.`,
  }),
  reservation_overbooked: ({ stay }) => ({
    title: 'Overbooking',
    message: `A channel has sold nights that were taken: ${stay}. Rehouse one of the guests, or cancel at the channel.`,
  }),
  channel_update_failed: ({ home }) => ({
    title: 'Calendar not sent',
    message: `For a day the channel manager has not been told the calendar of “${home}”. Close the taken nights there.`,
  }),
  channel_event_unreadable: ({ home }) => ({
    title: 'Unreadable booking',
    message: `A channel has sent a booking of “${home}” that cannot be read. Look it up there and close its nights.`,
  }),
  channel_registration_refused: ({ home }) => ({
    title: 'Channel not connected',
    message: `The channel manager refuses the webhook of “${home}”. Check how this home is connected.`,
  }),
  channel_room_unmapped: ({ home }) => ({
    title: 'Room not mapped',
    message: `A channel has sold a room of “${home}” that is not mapped at the channel manager. The nights are taken here. Map the room there.`,
  }),
  calendar_conflict: ({ feed, stay, is_possible }) => ({
    title: is_possible ? 'Perhaps a double booking' : 'A calendar disagrees',
    message: is_possible
      ? `The calendar “${feed}” has nights of ${stay}. It may repeat this stay, or have sold the nights to somebody else. Look it up there.`
      : `The calendar “${feed}” says that nights of ${stay} are taken. Look it up there, and move or cancel one of the two.`,
  }),
  inquiry_accepted: ({ stay }) => ({
    title: 'Inquiry accepted',
    message: `Your inquiry is accepted: ${stay}. The nights are held for you for 24 hours, until you have paid.`,
  }),
  inquiry_declined: ({ stay }) => ({
    title: 'Inquiry declined',
    message: `Your inquiry is not accepted: ${stay}. Nothing was charged; other homes are waiting.`,
  }),
  stay_completed: ({ stay }) => ({
    title: 'Your stay is over',
    message: `Thank you for your stay: ${stay}. Tell the next guests what you thought of it.`,
  }),
  review_reminder: ({ stay }) => ({
    title: 'A review for the next guests?',
    message: `You can still review your stay: ${stay}.`,
  }),
  payment_received: ({ money, stay }) => ({
    title: 'Payment received',
    message: `${money} received for ${stay}.`,
  }),
  payment_failed: ({ money, stay }) => ({
    title: 'Payment failed',
    message: `The payment of ${money} failed for ${stay}.`,
  }),
  refund_pending: ({ money, stay }) => ({
    title: 'Refund pending',
    message: `${money} will be refunded for ${stay}.`,
  }),
  refund_approved: ({ money, stay }) => ({
    title: 'Refund approved',
    message: `${money} have been refunded for ${stay}.`,
  }),
  refund_failed: ({ money, stay }) => ({
    title: 'Refund failed',
    message: `${money} could not be refunded for ${stay}.`,
  }),
  balance_due: ({ is_reminder, money, stay }) => ({
    title: is_reminder ? 'Reminder: balance due' : 'Balance due',
    message: `${money} are left to pay for ${stay}. Please pay by the link.`,
  }),
  payment_disputed: ({ outcome, money, stay }) => ({
    title: 'Payment disputed',
    message: {
      open: `The guest’s bank disputes ${money} for ${stay}. Answer in the provider’s dashboard.`,
      won: `The dispute of ${money} for ${stay} is won.`,
      lost: `The dispute of ${money} for ${stay} is lost: the bank has taken the money back.`,
    }[outcome],
  }),
  subscription_started: () => ({
    title: 'Subscription started',
    message: 'Your subscription is active. Thank you!',
  }),
  payment_unclaimed: ({ money, payment_intent_id }) => ({
    title: 'Money that nobody has claimed',
    message: `${money} came in (${payment_intent_id}) for a reservation that was lost with the database. An operator can book it again or give it back.`,
  }),
  member_joined: ({ role }) => ({
    title: 'Somebody has joined your team',
    message: `Somebody you invited has accepted. They may: ${TEAM_ROLES[role]}. Your team list says who.`,
  }),
  api_key_created: ({ name, prefix }) => ({
    title: 'A new API key',
    message: `The key “${name}” (${prefix}…) was made for your account. If it was not you, delete it and change your password.`,
  }),
  webhook_endpoint_changed: ({ url, change }) => ({
    title: 'A webhook endpoint of your account',
    message: `${
      {
        created: 'Events of your account are now sent to',
        url_changed: 'Events of your account are now sent to',
        secret_rotated: 'A new secret was made for',
      }[change]
    } ${url}. If it was not you, delete the endpoint and change your password.`,
  }),
  webhook_dropped: ({ url, limit }) => ({
    title: 'Webhooks were dropped',
    message: `More than ${limit} deliveries were waiting for ${url}. The oldest ones are dropped. Read what is missing from the feed of events.`,
  }),
  webhook_disabled: ({ url, because }) => ({
    title: 'A webhook endpoint is disabled',
    message: `${url} ${because === 'gone' ? 'says that it is gone (410)' : 'has not answered for four days'}. Events are no longer sent to it. Enable it when it works again, then replay the events that it missed.`,
  }),
  subscription_ended: () => ({
    title: 'Subscription ended',
    message: 'Your subscription has ended.',
  }),
  balance_overdue: ({ money, stay }) => ({
    title: 'Balance overdue',
    message: `The balance of ${money} for ${stay} is not paid in spite of reminders. You may cancel: the guest is then refunded by the terms of the reservation.`,
  }),
  payment_mismatch: ({ money, stay }) => ({
    title: 'Unexpected payment',
    message: `${money} received for ${stay}: not the amount that was asked for. Nothing was applied.`,
  }),
} satisfies Texts['notifications']
