import type { Text } from './locale.ts'

/** The `message` of every success. Messages of errors are in src/http/errors.ts. */
export const MESSAGES = {
  ok: ['Opération réussie.', 'Success.'],
  hello: ['Bonjour ! Bienvenue chez Séjour.', 'Hello! Welcome to Séjour.'],
  registered: [
    'Inscription réussie. Vérifiez votre boîte mail pour confirmer votre adresse.',
    'Registration successful. Check your mailbox to confirm your address.',
  ],
  loggedIn: ['Connexion réussie.', 'Login successful.'],
  loggedOut: ['Déconnexion réussie.', 'Logout successful.'],
  emailVerified: ['Adresse e-mail vérifiée.', 'E-mail address verified.'],
  verificationSent: [
    'Si cette adresse attend une vérification, un e-mail vient d’être envoyé.',
    'If this address awaits verification, an e-mail has just been sent.',
  ],
  resetSent: [
    'Si un compte existe à cette adresse, un code vient d’être envoyé.',
    'If there is an account with this address, a code has just been sent.',
  ],
  codeAccepted: ['Code accepté.', 'Code accepted.'],
  undoOffered: [
    'Ce lien rétablit l’adresse à laquelle il a été envoyé, annule tous les changements faits depuis, déconnecte tous les appareils et efface le mot de passe, à choisir de nouveau.',
    'This link restores the address that it was sent to, undoes every change made since, signs all devices out and clears the password, to be chosen anew.',
  ],
  undone: [
    'Le changement est annulé. Un code vient d’être envoyé à votre adresse pour choisir un nouveau mot de passe.',
    'The change is undone. A code has just been sent to your address to choose a new password.',
  ],
  passwordChanged: ['Mot de passe modifié.', 'Password changed.'],
  accepted: ['Acceptation enregistrée.', 'Acceptance recorded.'],
  created: ['Création réussie.', 'Created.'],
  updated: ['Mise à jour réussie.', 'Updated.'],
  deleted: ['Suppression réussie.', 'Deleted.'],
  quoted: ['Devis calculé.', 'Quote computed.'],
  reserved: ['Réservation enregistrée. Payez pour la confirmer.', 'Reservation recorded. Pay to confirm it.'],
  inquired: ['Demande envoyée au propriétaire.', 'Inquiry sent to the owner.'],
  refunding: ['Remboursement en cours.', 'The refund is under way.'],
  cancelled: ['Réservation annulée.', 'Reservation cancelled.'],
  cancellationPreview: ['Aperçu de l’annulation.', 'Cancellation preview.'],
  paid: ['Paiement reçu.', 'Payment received.'],
  notPaid: ['Paiement non reçu.', 'Payment not received.'],
  received: ['Événement reçu.', 'Event received.'],
  importing: ['Import demandé.', 'Import requested.'],
  sent: ['Message envoyé.', 'Message sent.'],
  blocked: ['Cette personne ne peut plus vous écrire.', 'This person can no longer write to you.'],
  unblocked: ['Cette personne peut de nouveau vous écrire.', 'This person can write to you again.'],
  reported: [
    'Signalement reçu. Le support peut lire cette conversation.',
    'Report received. Support can read this conversation.',
  ],
  told: ['Notification envoyée.', 'Notification sent.'],
  toldBefore: ['Cette notification existait déjà.', 'This notification existed already.'],
  unsubscribeOffered: [
    'Ce lien arrête les e-mails sur vos séjours, vos paiements et vos messages. Les e-mails qui protègent votre compte continuent, et tout reste visible dans l’application.',
    'This link ends e-mails about your stays, payments and messages. E-mails that protect your account go on, and everything can still be seen in the application.',
  ],
  unsubscribeMarketingOffered: [
    'Ce lien arrête les invitations et les offres. Les e-mails sur vos séjours, vos paiements et vos messages continuent.',
    'This link ends invitations and offers. E-mails about your stays, payments and messages go on.',
  ],
  unsubscribed: [
    'C’est fait. Vous pouvez redemander ces e-mails dans vos réglages.',
    'Done. You can ask for these e-mails again in your settings.',
  ],
  read: ['Marqué comme lu.', 'Marked as read.'],
} as const satisfies Record<string, Text>

export type MessageKey = keyof typeof MESSAGES
