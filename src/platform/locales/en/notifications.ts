import { minuteOf } from '../days.ts'
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
    message: `${author || 'A deleted account'} rated “${home}” ${rating} out of 5.`,
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
    message: `A guest would like to book ${stay}.`,
  }),
  reservation_modified: ({ stay }) => ({
    title: 'Reservation modified',
    message: `The reservation has changed: ${stay}.`,
  }),
  change_requested: ({ stay }) => ({
    title: 'Change requested',
    message: `The guest asks to change their stay: ${stay}. Accept or decline the request.`,
  }),
  change_declined: ({ stay, reason }) => ({
    title: 'Change declined',
    message: `Your change request was declined. Your stay remains as it is: ${stay}.${reason === null ? '' : ` Reason: ${reason}`}`,
  }),
  reservation_overbooked: ({ stay }) => ({
    title: 'Overbooking',
    message: `A channel has sold nights that were already taken: ${stay}. Move one of the guests elsewhere, or cancel at the channel.`,
  }),
  channel_update_failed: ({ home, channel, about }) => ({
    title: 'Calendar not sent',
    message:
      about === undefined
        ? `For the last 24 hours, the calendar of “${home}” could not be sent to the channel manager. Close the taken nights there.`
        : about === 'prices'
          ? `${channel ?? 'A channel'} refuses prices of “${home}”. Check the price, its currency and its limits there, and read the error in the channel manager.`
          : `${channel ?? 'A channel'} did not accept the calendar of “${home}”. Read the error in the channel manager, and close the taken nights at the channel.`,
  }),
  channel_disconnected: ({ home, channel, about }) => ({
    title: 'Channel disconnected',
    message: `${about === 'listing' ? `A listing of “${home}” is no longer connected to ${channel ?? 'its channel'}` : `${channel ?? 'A channel'} is no longer connected to “${home}”`}. Connect it again in the channel manager. Until then, close the taken nights at the channel.`,
  }),
  channel_event_unknown: ({ home, event }) => ({
    title: 'Unknown event of a channel',
    message: `The channel manager sent an event for “${home}” that is unknown here: ${event}. Read it in the channel manager.`,
  }),
  channel_request: ({ stay, channel, asks, guest, until }) => ({
    title: { inquiry: 'Inquiry', reservation: 'Reservation request', alteration: 'Change requested' }[asks],
    message: `${guest ?? 'A guest'} ${{ inquiry: 'inquires about', reservation: 'asks to book', alteration: 'asks to change the stay to' }[asks]} ${stay}. Answer ${channel === null ? 'in the channel manager' : `at ${channel} or in the channel manager`}${until === null ? '' : ` before ${minuteOf(until)}`}.`,
  }),
  channel_waiting: ({ home, channel, asks, guest }) => ({
    title: 'A channel waits for your answer',
    message: `${guest ?? 'A guest'} ${{ inquiry: 'inquires', reservation: 'asks for a reservation', alteration: 'asks for a change', message: 'writes without a booking' }[asks]} about “${home}”${channel === null ? '' : ` through ${channel}`}. Read and answer it in the channel manager.`,
  }),
  channel_event_unreadable: ({ home }) => ({
    title: 'Unreadable booking',
    message: `A channel has sent a booking of “${home}” that cannot be read. Find it there, then close its nights here.`,
  }),
  channel_registration_refused: ({ home }) => ({
    title: 'Channel not connected',
    message: `The channel manager rejected the webhook for “${home}”. Check the connection of this home.`,
  }),
  channel_bookings_refused: ({ home }) => ({
    title: 'Channel bookings not read',
    message: `The channel manager rejected the list of bookings of “${home}”. Close the nights that channels have sold already.`,
  }),
  channel_room_unmapped: ({ home }) => ({
    title: 'Room not mapped',
    message: `A channel has sold a room of “${home}” that is not mapped at the channel manager. The nights are closed here. Map the room at the channel manager.`,
  }),
  calendar_conflict: ({ feed, stay, is_possible }) => ({
    title: is_possible ? 'Possible double booking' : 'Calendar conflict',
    message: is_possible
      ? `The calendar “${feed}” blocks nights of ${stay}. This may be the same stay, or a booking by another guest. Check it there.`
      : `The calendar “${feed}” has another booking on nights of ${stay}. Check it there, then move or cancel one of the two.`,
  }),
  event_gone: ({ feed, stay }) => ({
    title: `Gone at ${feed}`,
    message: `“${feed}” no longer has the booking of ${stay}. Ask the guest or look there: if it is cancelled, cancel it here too.`,
  }),
  feed_conflict: ({ feed, other_feed, stay, is_possible }) => ({
    title: is_possible ? 'Possible double booking' : 'Double booking',
    message: is_possible
      ? `“${feed}” and “${other_feed}” have different bookings: ${stay}. One may only repeat the other. Check both.`
      : `“${feed}” and “${other_feed}” have both sold the same nights: ${stay}. Cancel or move one of the two.`,
  }),
  inquiry_accepted: ({ stay }) => ({
    title: 'Inquiry accepted',
    message: `Your inquiry is accepted: ${stay}. The nights are held for 24 hours. Pay within that time to confirm.`,
  }),
  inquiry_declined: ({ stay }) => ({
    title: 'Inquiry declined',
    message: `The host declined your inquiry: ${stay}. You were not charged. Other homes are available.`,
  }),
  stay_completed: ({ stay }) => ({
    title: 'Your stay is over',
    message: `Thank you for your stay: ${stay}. Write a review for future guests.`,
  }),
  review_reminder: ({ stay }) => ({
    title: 'Review your stay',
    message: `You can still review your stay: ${stay}.`,
  }),
  payment_received: ({ money, stay }) => ({
    title: 'Payment received',
    message: `We have received ${money} for ${stay}.`,
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
    message: `${money} has been refunded for ${stay}.`,
  }),
  refund_failed: ({ money, stay }) => ({
    title: 'Refund failed',
    message: `${money} could not be refunded for ${stay}.`,
  }),
  balance_due: ({ is_reminder, money, stay }) => ({
    title: is_reminder ? 'Reminder: balance due' : 'Balance due',
    message: `${money} is still due for ${stay}. Use the link to pay.`,
  }),
  bill_due: ({ money, stay }) => ({
    title: 'Extras to pay',
    message: `${money} is due for extras of ${stay}. Use the link to pay.`,
  }),
  payment_disputed: ({ outcome, money, stay }) => ({
    title: 'Payment disputed',
    message: {
      open: `The guest’s bank disputes ${money} for ${stay}. It can be answered in the payment provider’s dashboard.`,
      won: `The dispute over ${money} for ${stay} is won.`,
      lost: `The dispute over ${money} for ${stay} is lost. The bank has taken the money back.`,
    }[outcome],
  }),
  dispute_appealed: ({ money, stay }) => ({
    title: 'Lost dispute open again',
    message: `The lost dispute over ${money} for ${stay} is decided once more. It can be answered in the payment provider’s dashboard.`,
  }),
  dispute_closed: ({ money, stay }) => ({
    title: 'Inquiry closed',
    message: `The guest’s bank has closed its inquiry about ${money} for ${stay}. It has taken no money.`,
  }),
  dispute_reversed: ({ money, stay }) => ({
    title: 'Lost dispute won',
    message: `The lost dispute over ${money} for ${stay} is won after all. The money is back.`,
  }),
  dispute_settled: ({ money, stay }) => ({
    title: 'Dispute settled',
    message: `The guest’s bank asked for ${money} for ${stay}, and the payment provider settled it before it became a dispute. There is nothing to answer.`,
  }),
  dispute_unclear: ({ money, stay }) => ({
    title: 'Dispute to check',
    message: `The dispute over ${money} for ${stay} has a status or a currency that is not counted here. Check it in the payment provider’s dashboard.`,
  }),
  fraud_warning: ({ money, stay }) => ({
    title: 'Possible fraud',
    message: `The card’s bank reports the payment of ${money} for ${stay} as fraud. A refund now avoids a dispute.`,
  }),
  saved_cards_gone: ({ cards }) => ({
    title: 'Saved cards removed',
    message: `The payment provider no longer has ${cards === 1 ? 'a card' : `${cards} cards`} that you saved. Save a card again to use it.`,
  }),
  subscription_started: () => ({
    title: 'Subscription started',
    message: 'Your subscription is active. Thank you!',
  }),
  payment_unclaimed: ({ money, payment_intent_id }) => ({
    title: 'Unclaimed payment',
    message: `${money} (${payment_intent_id}) was paid for a reservation that was lost with the database. An operator can restore the booking or refund the payment.`,
  }),
  member_joined: ({ role }) => ({
    title: 'New team member',
    message: `An invitation to your team was accepted. The new member can ${TEAM_ROLES[role]}. See your team list.`,
  }),
  api_key_created: ({ name, prefix }) => ({
    title: 'New API key',
    message: `The key “${name}” (${prefix}…) was created for your account. If this was not you, delete it and change your password.`,
  }),
  webhook_endpoint_changed: ({ url, change }) => ({
    title: 'Webhook endpoint changed',
    message: `${
      {
        created: 'Events of your account are now sent to',
        url_changed: 'Events of your account are now sent to',
        secret_rotated: 'A new secret was created for',
      }[change]
    } ${url}. If this was not you, delete the endpoint and change your password.`,
  }),
  webhook_dropped: ({ url, limit }) => ({
    title: 'Webhook deliveries dropped',
    message: `More than ${limit} deliveries were waiting for ${url}, so the oldest were dropped. Read the missing events from the event feed.`,
  }),
  webhook_disabled: ({ url, because }) => ({
    title: 'Webhook endpoint disabled',
    message: `${url} ${because === 'gone' ? 'answered 410 (gone)' : 'has not answered for four days'}. Events are no longer sent to it. When it works again, enable it and replay the missed events.`,
  }),
  subscription_ended: () => ({
    title: 'Subscription ended',
    message: 'Your subscription has ended.',
  }),
  balance_overdue: ({ money, stay }) => ({
    title: 'Balance overdue',
    message: `The balance of ${money} for ${stay} is unpaid despite reminders. You can cancel: the guest is then refunded under the terms of the reservation.`,
  }),
  payment_mismatch: ({ money, stay }) => ({
    title: 'Unexpected payment',
    message: `${money} was received for ${stay}, but a different amount was requested. The payment was not applied.`,
  }),
} satisfies Texts['notifications']
