import { formatMoney, inLocale, type Locale } from '../http/locale.ts'

interface Stay {
  home: string
  check_in: string
  check_out: string
}

interface Money {
  amount_cents: number
  currency: string
}

/** The types of notifications, and the facts of their texts (docs/design/domain.md, "Notifications"). */
export type NotificationText =
  // Senders and authors without a name have erased their account.
  | { type: 'new_message'; sender: string | undefined; excerpt: string }
  | { type: 'review_received'; author: string | undefined; home: string; rating: number }
  | ({ type: 'reservation_confirmed' } & Stay)
  | ({ type: 'reservation_cancelled' } & Stay)
  | ({ type: 'reservation_inquiry' } & Stay)
  | ({ type: 'reservation_modified' } & Stay)
  | ({ type: 'reservation_overbooked' } & Stay)
  | { type: 'channel_update_failed'; home: string }
  | { type: 'channel_event_unreadable'; home: string }
  | { type: 'channel_registration_refused'; home: string }
  | ({ type: 'inquiry_accepted' } & Stay)
  | ({ type: 'stay_completed' } & Stay)
  | ({ type: 'review_reminder' } & Stay)
  | ({ type: 'payment_received' } & Stay & Money)
  | ({ type: 'payment_failed' } & Stay & Money)
  | ({ type: 'refund_pending' } & Stay & Money)
  | ({ type: 'refund_approved' } & Stay & Money)
  | ({ type: 'refund_failed' } & Stay & Money)
  | ({ type: 'payment_mismatch' } & Stay & Money)
  | ({ type: 'balance_due'; is_reminder: boolean } & Stay & Money)
  | ({ type: 'balance_overdue' } & Stay & Money)
  | ({ type: 'payment_disputed'; outcome: 'open' | 'won' | 'lost' } & Stay & Money)
  | { type: 'subscription_started' }
  | { type: 'subscription_ended' }

/** Title and message of a notification in one language. Pure. */
export function notificationText(content: NotificationText, locale: Locale): { title: string; message: string } {
  const t = (fr: string, en: string) => inLocale([fr, en], locale)
  const stay =
    'check_in' in content
      ? t(
          `« ${content.home} », du ${content.check_in} au ${content.check_out}`,
          `“${content.home}”, ${content.check_in} to ${content.check_out}`,
        )
      : ''
  const money = 'amount_cents' in content ? formatMoney(content.amount_cents, content.currency, locale) : ''
  switch (content.type) {
    case 'new_message':
      return {
        title: content.sender
          ? t(`Message de ${content.sender}`, `Message from ${content.sender}`)
          : t('Message d’un compte supprimé', 'Message from a deleted account'),
        message: content.excerpt,
      }
    case 'review_received':
      return {
        title: t('Nouvel avis', 'New review'),
        message: t(
          `${content.author || 'Un compte supprimé'} donne ${content.rating} sur 5 à « ${content.home} ».`,
          `${content.author || 'A deleted account'} gives “${content.home}” ${content.rating} out of 5.`,
        ),
      }
    case 'reservation_confirmed':
      return {
        title: t('Réservation confirmée', 'Reservation confirmed'),
        message: t(`La réservation est confirmée : ${stay}.`, `The reservation is confirmed: ${stay}.`),
      }
    case 'reservation_cancelled':
      return {
        title: t('Réservation annulée', 'Reservation cancelled'),
        message: t(`La réservation est annulée : ${stay}.`, `The reservation is cancelled: ${stay}.`),
      }
    case 'reservation_inquiry':
      return {
        title: t('Nouvelle demande', 'New inquiry'),
        message: t(`Un voyageur demande ${stay}.`, `A guest asks for ${stay}.`),
      }
    case 'reservation_modified':
      return {
        title: t('Réservation modifiée', 'Reservation modified'),
        message: t(
          `Le canal a modifié la réservation : ${stay}.`,
          `The channel has modified the reservation: ${stay}.`,
        ),
      }
    case 'reservation_overbooked':
      return {
        title: t('Surréservation', 'Overbooking'),
        message: t(
          `Un canal a vendu des nuits déjà prises : ${stay}. Relogez l’un des voyageurs, ou annulez auprès du canal.`,
          `A channel has sold nights that were taken: ${stay}. Rehouse one of the guests, or cancel at the channel.`,
        ),
      }
    case 'channel_update_failed':
      return {
        title: t('Calendrier non transmis', 'Calendar not sent'),
        message: t(
          `Depuis un jour, le gestionnaire de canaux ne reçoit plus le calendrier de « ${content.home} ». Fermez là-bas les nuits prises.`,
          `For a day the channel manager has not been told the calendar of “${content.home}”. Close the taken nights there.`,
        ),
      }
    case 'channel_event_unreadable':
      return {
        title: t('Réservation illisible', 'Unreadable booking'),
        message: t(
          `Un canal a envoyé pour « ${content.home} » une réservation illisible. Cherchez-la chez lui et fermez ses nuits.`,
          `A channel has sent a booking of “${content.home}” that cannot be read. Look it up there and close its nights.`,
        ),
      }
    case 'channel_registration_refused':
      return {
        title: t('Canal non raccordé', 'Channel not connected'),
        message: t(
          `Le gestionnaire de canaux refuse les notifications de « ${content.home} ». Vérifiez le raccordement de ce logement.`,
          `The channel manager refuses the webhook of “${content.home}”. Check how this home is connected.`,
        ),
      }
    case 'inquiry_accepted':
      return {
        title: t('Demande acceptée', 'Inquiry accepted'),
        message: t(
          `Votre demande est acceptée : ${stay}. Les nuits vous sont réservées pendant 24 heures, le temps de payer.`,
          `Your inquiry is accepted: ${stay}. The nights are held for you for 24 hours, until you have paid.`,
        ),
      }
    case 'stay_completed':
      return {
        title: t('Votre séjour est terminé', 'Your stay is over'),
        message: t(
          `Merci pour votre séjour : ${stay}. Dites aux prochains voyageurs ce que vous en avez pensé.`,
          `Thank you for your stay: ${stay}. Tell the next guests what you thought of it.`,
        ),
      }
    case 'review_reminder':
      return {
        title: t('Un avis pour les prochains voyageurs ?', 'A review for the next guests?'),
        message: t(
          `Vous pouvez encore donner votre avis sur votre séjour : ${stay}.`,
          `You can still review your stay: ${stay}.`,
        ),
      }
    case 'payment_received':
      return {
        title: t('Paiement reçu', 'Payment received'),
        message: t(`${money} reçus pour ${stay}.`, `${money} received for ${stay}.`),
      }
    case 'payment_failed':
      return {
        title: t('Paiement refusé', 'Payment failed'),
        message: t(`Le paiement de ${money} a échoué pour ${stay}.`, `The payment of ${money} failed for ${stay}.`),
      }
    case 'refund_pending':
      return {
        title: t('Remboursement en cours', 'Refund pending'),
        message: t(`${money} vont être remboursés pour ${stay}.`, `${money} will be refunded for ${stay}.`),
      }
    case 'refund_approved':
      return {
        title: t('Remboursement effectué', 'Refund approved'),
        message: t(`${money} ont été remboursés pour ${stay}.`, `${money} have been refunded for ${stay}.`),
      }
    case 'refund_failed':
      return {
        title: t('Remboursement échoué', 'Refund failed'),
        message: t(
          `${money} n’ont pas pu être remboursés pour ${stay}.`,
          `${money} could not be refunded for ${stay}.`,
        ),
      }
    case 'balance_due':
      return {
        title: content.is_reminder
          ? t('Rappel : solde à payer', 'Reminder: balance due')
          : t('Solde à payer', 'Balance due'),
        message: t(
          `Il reste ${money} à payer pour ${stay}. Réglez-les par le lien.`,
          `${money} are left to pay for ${stay}. Please pay by the link.`,
        ),
      }
    case 'payment_disputed':
      return {
        title: t('Paiement contesté', 'Payment disputed'),
        message: {
          open: t(
            `La banque du voyageur conteste ${money} pour ${stay}. Répondez dans le tableau de bord du prestataire.`,
            `The guest’s bank disputes ${money} for ${stay}. Answer in the provider’s dashboard.`,
          ),
          won: t(`Le litige de ${money} pour ${stay} est gagné.`, `The dispute of ${money} for ${stay} is won.`),
          lost: t(
            `Le litige de ${money} pour ${stay} est perdu : la banque a repris la somme.`,
            `The dispute of ${money} for ${stay} is lost: the bank has taken the money back.`,
          ),
        }[content.outcome],
      }
    case 'subscription_started':
      return {
        title: t('Abonnement commencé', 'Subscription started'),
        message: t('Votre abonnement est actif. Merci !', 'Your subscription is active. Thank you!'),
      }
    case 'subscription_ended':
      return {
        title: t('Abonnement terminé', 'Subscription ended'),
        message: t('Votre abonnement a pris fin.', 'Your subscription has ended.'),
      }
    case 'balance_overdue':
      return {
        title: t('Solde impayé', 'Balance overdue'),
        message: t(
          `Le solde de ${money} pour ${stay} n’est pas payé malgré les rappels. Vous pouvez annuler : le voyageur est alors remboursé selon les conditions de la réservation.`,
          `The balance of ${money} for ${stay} is not paid in spite of reminders. You may cancel: the guest is then refunded by the terms of the reservation.`,
        ),
      }
    case 'payment_mismatch':
      return {
        title: t('Paiement inattendu', 'Unexpected payment'),
        message: t(
          `${money} reçus pour ${stay} : ce n’est pas le montant demandé. Rien n’a été appliqué.`,
          `${money} received for ${stay}: not the amount that was asked for. Nothing was applied.`,
        ),
      }
  }
}
