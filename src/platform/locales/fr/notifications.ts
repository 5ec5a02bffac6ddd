import { minuteOf } from '../days.ts'
import { TEAM_ROLES } from './mails.ts'
import { words } from './words.ts'

interface OfStay {
  /** A stay in words: `words.stay`. */
  stay: string
}

interface OfPayment extends OfStay {
  /** An amount with its currency. */
  money: string
}

interface ChannelTrouble {
  home: string
  channel?: string | null | undefined
  about?: 'calendar' | 'prices' | 'channel' | 'listing' | undefined
}

interface ChannelRequest {
  channel: string | null
  asks: 'inquiry' | 'reservation' | 'alteration'
  guest: string | null
  until: string | null
}

interface ChannelWaiting {
  home: string
  channel: string | null
  asks: ChannelRequest['asks'] | 'message'
  guest: string | null
}

/**
 * Title and message of each type of notification, and the facts that they are made of (src/accounts/notifications/kinds.ts). Senders and authors
 * without a name have erased their account.
 */
export const notifications = {
  new_message: ({ sender, excerpt }: { sender: string | null; excerpt: string }) => ({
    title: sender ? `Message de ${sender}` : 'Message d’un compte supprimé',
    message: excerpt || words.attachedFile,
  }),
  review_received: ({ author, home, rating }: { author: string | null; home: string; rating: number }) => ({
    title: 'Nouvel avis',
    message: `${author || 'Un compte supprimé'} donne ${rating} sur 5 à « ${home} ».`,
  }),
  reservation_confirmed: ({ stay }: OfStay) => ({
    title: 'Réservation confirmée',
    message: `La réservation est confirmée : ${stay}.`,
  }),
  reservation_cancelled: ({ stay }: OfStay) => ({
    title: 'Réservation annulée',
    message: `La réservation est annulée : ${stay}.`,
  }),
  reservation_inquiry: ({ stay }: OfStay) => ({
    title: 'Nouvelle demande',
    message: `Un voyageur demande ${stay}.`,
  }),
  reservation_modified: ({ stay }: OfStay) => ({
    title: 'Réservation modifiée',
    message: `La réservation a changé : ${stay}.`,
  }),
  change_requested: ({ stay }: OfStay) => ({
    title: 'Modification demandée',
    message: `Le voyageur demande à modifier son séjour : ${stay}. Acceptez ou refusez sa demande.`,
  }),
  change_declined: ({ stay, reason }: OfStay & { reason: string | null }) => ({
    title: 'Modification refusée',
    message: `Votre demande de modification n’est pas acceptée. Votre séjour reste inchangé : ${stay}.${reason === null ? '' : ` Motif : ${reason}`}`,
  }),
  reservation_overbooked: ({ stay }: OfStay) => ({
    title: 'Surréservation',
    message: `Un canal a vendu des nuits déjà prises : ${stay}. Relogez l’un des voyageurs, ou annulez auprès du canal.`,
  }),
  channel_update_failed: ({ home, channel, about }: ChannelTrouble) => ({
    title: 'Calendrier non transmis',
    message:
      about === undefined
        ? `Depuis un jour, le gestionnaire de canaux ne reçoit plus le calendrier de « ${home} ». Fermez là-bas les nuits prises.`
        : about === 'prices'
          ? `${channel ?? 'Un canal'} refuse des prix de « ${home} ». Vérifiez-y le prix, sa devise et ses limites, puis l’erreur dans le gestionnaire de canaux.`
          : `${channel ?? 'Un canal'} n’a pas pris le calendrier de « ${home} ». Lisez l’erreur dans le gestionnaire de canaux, et fermez les nuits prises auprès du canal.`,
  }),
  channel_disconnected: ({ home, channel, about }: ChannelTrouble) => ({
    title: 'Canal déconnecté',
    message: `${about === 'listing' ? `Une annonce de « ${home} » n’est plus reliée à ${channel ?? 'son canal'}` : `${channel ?? 'Un canal'} n’est plus relié à « ${home} »`}. Reconnectez dans le gestionnaire de canaux ; d’ici là, fermez les nuits prises auprès du canal.`,
  }),
  channel_event_unknown: ({ home, event }: { home: string; event: string }) => ({
    title: 'Événement inconnu d’un canal',
    message: `Le gestionnaire de canaux a envoyé pour « ${home} » un événement inconnu ici : ${event}. Lisez-le dans le gestionnaire de canaux.`,
  }),
  channel_request: ({ stay, channel, asks, guest, until }: OfStay & ChannelRequest) => ({
    title: {
      inquiry: 'Question d’un voyageur',
      reservation: 'Demande de réservation',
      alteration: 'Demande de modification',
    }[asks],
    message: `${guest ?? 'Un voyageur'} ${{ inquiry: 'se renseigne sur', reservation: 'demande à réserver', alteration: 'demande à modifier en' }[asks]} ${stay}. Répondez ${channel === null ? 'dans le gestionnaire de canaux' : `chez ${channel} ou dans le gestionnaire de canaux`}${until === null ? '' : ` avant le ${minuteOf(until)}`}.`,
  }),
  channel_waiting: ({ home, channel, asks, guest }: ChannelWaiting) => ({
    title: 'Réponse attendue par un canal',
    message: `${guest ?? 'Un voyageur'} ${{ inquiry: 'pose une question', reservation: 'demande une réservation', alteration: 'demande une modification', message: 'écrit sans réservation' }[asks]} pour « ${home} »${channel === null ? '' : ` par ${channel}`}. Lisez et répondez dans le gestionnaire de canaux.`,
  }),
  channel_event_unreadable: ({ home }: { home: string }) => ({
    title: 'Réservation illisible',
    message: `Un canal a envoyé pour « ${home} » une réservation illisible. Cherchez-la chez lui et fermez ses nuits.`,
  }),
  channel_registration_refused: ({ home }: { home: string }) => ({
    title: 'Canal non raccordé',
    message: `Le gestionnaire de canaux refuse les notifications de « ${home} ». Vérifiez le raccordement de ce logement.`,
  }),
  channel_bookings_refused: ({ home }: { home: string }) => ({
    title: 'Réservations des canaux non lues',
    message: `Le gestionnaire de canaux refuse la liste des réservations de « ${home} ». Fermez les nuits que les canaux ont déjà vendues.`,
  }),
  channel_room_unmapped: ({ home }: { home: string }) => ({
    title: 'Chambre non associée',
    message: `Un canal a vendu pour « ${home} » une chambre sans correspondance au gestionnaire de canaux. Ses nuits sont prises ici. Associez la chambre là-bas.`,
  }),
  calendar_conflict: ({ feed, stay, is_possible }: OfStay & { feed: string; is_possible: boolean }) => ({
    title: is_possible ? 'Peut-être une double réservation' : 'Un calendrier en désaccord',
    message: is_possible
      ? `Le calendrier « ${feed} » a des nuits de ${stay}. Il répète peut-être ce séjour, ou les a vendues à quelqu’un d’autre. Vérifiez là-bas.`
      : `Le calendrier « ${feed} » dit prises des nuits de ${stay}. Vérifiez là-bas, et déplacez ou annulez l’un des deux.`,
  }),
  event_gone: ({ feed, stay }: OfStay & { feed: string }) => ({
    title: `Disparu chez ${feed}`,
    message: `Le calendrier « ${feed} » n’a plus la réservation de ${stay}. Vérifiez là-bas : si elle est annulée, annulez-la ici aussi.`,
  }),
  feed_conflict: ({
    feed,
    other_feed,
    stay,
    is_possible,
  }: OfStay & { feed: string; other_feed: string; is_possible: boolean }) => ({
    title: is_possible ? 'Peut-être une double réservation' : 'Une double réservation',
    message: is_possible
      ? `« ${feed} » et « ${other_feed} » ont des réservations différentes : ${stay}. L’un répète peut-être l’autre. Vérifiez les deux.`
      : `« ${feed} » et « ${other_feed} » ont vendu tous deux les mêmes nuits : ${stay}. Annulez ou déplacez l’une des deux.`,
  }),
  inquiry_accepted: ({ stay }: OfStay) => ({
    title: 'Demande acceptée',
    message: `Votre demande est acceptée : ${stay}. Les nuits vous sont réservées pendant 24 heures, le temps de payer.`,
  }),
  inquiry_declined: ({ stay }: OfStay) => ({
    title: 'Demande refusée',
    message: `Votre demande n’est pas acceptée : ${stay}. Rien n’a été débité ; d’autres logements vous attendent.`,
  }),
  stay_completed: ({ stay }: OfStay) => ({
    title: 'Votre séjour est terminé',
    message: `Merci pour votre séjour : ${stay}. Dites aux prochains voyageurs ce que vous en avez pensé.`,
  }),
  review_reminder: ({ stay }: OfStay) => ({
    title: 'Un avis pour les prochains voyageurs ?',
    message: `Vous pouvez encore donner votre avis sur votre séjour : ${stay}.`,
  }),
  payment_received: ({ money, stay }: OfPayment) => ({
    title: 'Paiement reçu',
    message: `${money} reçus pour ${stay}.`,
  }),
  payment_failed: ({ money, stay }: OfPayment) => ({
    title: 'Paiement refusé',
    message: `Le paiement de ${money} a échoué pour ${stay}.`,
  }),
  refund_pending: ({ money, stay }: OfPayment) => ({
    title: 'Remboursement en cours',
    message: `${money} vont être remboursés pour ${stay}.`,
  }),
  refund_approved: ({ money, stay }: OfPayment) => ({
    title: 'Remboursement effectué',
    message: `${money} ont été remboursés pour ${stay}.`,
  }),
  refund_failed: ({ money, stay }: OfPayment) => ({
    title: 'Remboursement échoué',
    message: `${money} n’ont pas pu être remboursés pour ${stay}.`,
  }),
  balance_due: ({ is_reminder, money, stay }: OfPayment & { is_reminder: boolean }) => ({
    title: is_reminder ? 'Rappel : solde à payer' : 'Solde à payer',
    message: `Il reste ${money} à payer pour ${stay}. Réglez-les par le lien.`,
  }),
  bill_due: ({ money, stay }: OfPayment) => ({
    title: 'Suppléments à payer',
    message: `${money} sont à payer pour les suppléments de ${stay}. Réglez-les par le lien.`,
  }),
  payment_disputed: ({ outcome, money, stay }: OfPayment & { outcome: 'open' | 'won' | 'lost' }) => ({
    title: 'Paiement contesté',
    message: {
      open: `La banque du voyageur conteste ${money} pour ${stay}. On peut répondre dans le tableau de bord du prestataire.`,
      won: `Le litige de ${money} pour ${stay} est gagné.`,
      lost: `Le litige de ${money} pour ${stay} est perdu : la banque a repris la somme.`,
    }[outcome],
  }),
  dispute_appealed: ({ money, stay }: OfPayment) => ({
    title: 'Litige perdu, de nouveau ouvert',
    message: `Le litige perdu de ${money} pour ${stay} est examiné une nouvelle fois. On peut répondre dans le tableau de bord du prestataire.`,
  }),
  dispute_closed: ({ money, stay }: OfPayment) => ({
    title: 'Demande de la banque close',
    message: `La banque du voyageur a clos sa demande sur ${money} pour ${stay}. Elle n’a rien repris.`,
  }),
  dispute_reversed: ({ money, stay }: OfPayment) => ({
    title: 'Litige perdu, puis gagné',
    message: `Le litige perdu de ${money} pour ${stay} est finalement gagné : la somme est revenue.`,
  }),
  dispute_settled: ({ money, stay }: OfPayment) => ({
    title: 'Litige réglé',
    message: `La banque du voyageur réclamait ${money} pour ${stay} ; le prestataire a réglé la demande avant un litige. Il n’y a rien à répondre.`,
  }),
  dispute_unclear: ({ money, stay }: OfPayment) => ({
    title: 'Litige à vérifier',
    message: `Le litige de ${money} pour ${stay} a un état ou une devise qui n’est pas compté ici. Vérifiez-le dans le tableau de bord du prestataire.`,
  }),
  fraud_warning: ({ money, stay }: OfPayment) => ({
    title: 'Fraude possible',
    message: `La banque de la carte signale comme fraude le paiement de ${money} pour ${stay}. Un remboursement maintenant évite un litige.`,
  }),
  saved_cards_gone: ({ cards }: { cards: number }) => ({
    title: 'Cartes enregistrées supprimées',
    message: `Le prestataire de paiement n’a plus ${cards === 1 ? 'une carte' : `${cards} cartes`} ${cards === 1 ? 'enregistrée' : 'enregistrées'} ici. Enregistrez une carte à nouveau pour l’utiliser.`,
  }),
  subscription_started: () => ({
    title: 'Abonnement commencé',
    message: 'Votre abonnement est actif. Merci !',
  }),
  payment_unclaimed: ({ money, payment_intent_id }: { money: string; payment_intent_id: string }) => ({
    title: 'Argent sans réservation',
    message: `${money} ont été reçus (${payment_intent_id}) pour une réservation perdue avec la base de données. Un opérateur peut la rétablir ou rembourser.`,
  }),
  member_joined: ({ role }: { role: keyof typeof TEAM_ROLES }) => ({
    title: 'Une personne a rejoint votre équipe',
    message: `Une personne que vous avez invitée a accepté. Elle peut : ${TEAM_ROLES[role]}. La liste de votre équipe dit qui.`,
  }),
  api_key_created: ({ name, prefix }: { name: string; prefix: string }) => ({
    title: 'Une nouvelle clé d’API',
    message: `La clé « ${name} » (${prefix}…) a été créée pour votre compte. Si ce n’était pas vous, supprimez-la et changez votre mot de passe.`,
  }),
  webhook_endpoint_changed: ({
    url,
    change,
  }: {
    url: string
    change: 'created' | 'url_changed' | 'secret_rotated'
  }) => ({
    title: 'Un point de réception de votre compte',
    message: `${
      {
        created: 'Les événements de votre compte sont désormais envoyés à',
        url_changed: 'Les événements de votre compte sont désormais envoyés à',
        secret_rotated: 'Un nouveau secret a été créé pour',
      }[change]
    } ${url}. Si ce n’était pas vous, supprimez-le et changez votre mot de passe.`,
  }),
  webhook_dropped: ({ url, limit }: { url: string; limit: number }) => ({
    title: 'Des envois ont été abandonnés',
    message: `Plus de ${limit} envois attendaient pour ${url}. Les plus anciens sont abandonnés. Lisez ce qui manque dans le flux des événements.`,
  }),
  webhook_disabled: ({ url, because }: { url: string; because: 'gone' | 'failing' }) => ({
    title: 'Un point de réception est désactivé',
    message: `${url} ${because === 'gone' ? 'dit ne plus exister (410)' : 'ne répond plus depuis quatre jours'}. Plus rien ne lui est envoyé. Réactivez-le quand il fonctionne, et renvoyez ce qu’il a manqué.`,
  }),
  subscription_ended: () => ({
    title: 'Abonnement terminé',
    message: 'Votre abonnement a pris fin.',
  }),
  balance_overdue: ({ money, stay }: OfPayment) => ({
    title: 'Solde impayé',
    message: `Le solde de ${money} pour ${stay} n’est pas payé malgré les rappels. Vous pouvez annuler : le voyageur est alors remboursé selon les conditions de la réservation.`,
  }),
  payment_mismatch: ({ money, stay }: OfPayment) => ({
    title: 'Paiement inattendu',
    message: `${money} reçus pour ${stay} : ce n’est pas le montant demandé. Rien n’a été appliqué.`,
  }),
}
