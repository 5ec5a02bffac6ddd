import { minuteOf } from '../days.ts'

/** Changes of the second factors of an account. */
export type SecondFactorNews =
  | { what: 'added' | 'removed'; method: 'totp' | 'passkey' }
  | { what: 'recovery_code_used'; left: number }
  | { what: 'recovery_codes_renewed' | 'reset' }

/** Work of a person in a role of a team. */
export const TEAM_ROLES = {
  manager: 'gérer tout le compte, sauf les gérants',
  desk: 'gérer les séjours, les calendriers, les prix et les messages',
  accountant: 'lire les séjours, les paiements et les exports',
  cleaner: 'voir les tâches de vos logements et les marquer comme faites',
  owner: 'lire le calendrier et les montants nets de vos logements, et y séjourner vous-même',
}

/** The texts of mails; the mail about a notification has that of the notification. */
export const mails = {
  /** Without a name: mails go to addresses that are not verified, where a name could be an advertisement. */
  greeting: 'Bonjour,',
  signature: (company: string | undefined) => company ?? 'L’équipe Séjour',
  open: (name: string) => `Ouvrir ${name}`,
  unsubscribe: 'Ne plus recevoir ces e-mails',
  undo: 'Ce n’était pas moi',
  undoHint: 'Si ce n’était pas vous, annulez ce changement avec le lien ci-dessous, valable 72 heures.',
  verification: {
    subject: 'Confirmez votre adresse e-mail',
    action: 'Confirmer mon adresse',
    paragraphs: ({ code }: { code: string }) => [
      `Confirmez votre adresse avec le lien ci-dessous, ou avec ce code : ${code}`,
      'Le lien et le code sont valables 24 heures.',
      'Si vous n’avez rien demandé, n’ouvrez pas ce lien.',
    ],
  },
  password_reset: {
    subject: 'Votre code de réinitialisation',
    paragraphs: ({ code }: { code: string }) => [
      `Votre code : ${code}. Il est valable 15 minutes.`,
      'Si vous n’avez rien demandé, ignorez ce message.',
    ],
  },
  stay_code: {
    subject: 'Votre code pour ce séjour',
    paragraphs: ({ code }: { code: string }) => [
      `Votre code : ${code}. Saisissez-le sur la page de votre séjour. Il est valable dix minutes.`,
      'Si vous n’avez rien demandé, ignorez ce message.',
    ],
  },
  password_changed: {
    subject: 'Votre mot de passe a changé',
    paragraphs: ({ endpoints, keys }: { endpoints: string[]; keys: string[] }): string[] => [
      'Votre mot de passe vient d’être modifié et tous vos appareils ont été déconnectés.',
      ...(keys.length > 0
        ? [`Ces clés d’API restent valables : ${keys.join(', ')}. Supprimez celles que vous ne connaissez pas.`]
        : []),
      ...(endpoints.length > 0
        ? [
            `Les événements de votre compte sont encore envoyés à : ${endpoints.join(', ')}. Supprimez les points de réception que vous ne connaissez pas.`,
          ]
        : []),
    ],
  },
  email_changed: {
    subject: 'Votre adresse e-mail a changé',
    paragraph: 'L’adresse de votre compte vient d’être remplacée : celle-ci ne permet plus de s’y connecter.',
  },
  new_sign_in: {
    subject: 'Nouvelle connexion à votre compte',
    paragraphs: ({ device, address, at }: { device: string | null; address: string; at: string }) => [
      `Votre compte vient d’être ouvert depuis un nouvel endroit : ${device ?? 'appareil inconnu'}, adresse ${address}, le ${minuteOf(at)}.`,
      'Si c’était vous, vous n’avez rien à faire. Sinon, changez votre mot de passe : tous les appareils seront déconnectés.',
    ],
  },
  second_factor: {
    subject: 'Le second facteur de votre compte',
    paragraph: (news: SecondFactorNews) => {
      switch (news.what) {
        case 'added':
          return news.method === 'totp'
            ? 'Une application d’authentification vient d’être ajoutée à votre compte : chaque connexion en demande désormais le code. Tous les autres appareils ont été déconnectés.'
            : 'Une clé d’accès vient d’être ajoutée à votre compte. Tous les autres appareils ont été déconnectés.'
        case 'removed':
          return news.method === 'totp'
            ? 'L’application d’authentification de votre compte vient d’être retirée.'
            : 'Une clé d’accès de votre compte vient d’être retirée.'
        case 'recovery_code_used':
          return `Un code de secours vient de servir. Il vous en reste ${news.left}.`
        case 'recovery_codes_renewed':
          return 'Vos codes de secours viennent d’être remplacés : les anciens ne valent plus.'
        case 'reset':
          return 'Un administrateur vient de retirer le second facteur de votre compte, et tous vos appareils ont été déconnectés.'
      }
    },
    ifNot: 'Si ce n’était pas vous, changez votre mot de passe et écrivez à l’assistance.',
  },
  /** Without names, as the greeting. */
  team_invitation: {
    subject: 'Une invitation à rejoindre une équipe',
    action: 'Voir l’invitation',
    paragraphs: ({ role, key }: { role: keyof typeof TEAM_ROLES; key: string }) => [
      `Une équipe sur Séjour vous invite. Vous pourrez : ${TEAM_ROLES[role]}.`,
      `Acceptez avec un compte de cette adresse e-mail, sous 14 jours, par le lien ci-dessous ou avec cette clé : ${key}`,
      'Si vous n’attendez rien de tel, ignorez ce message.',
    ],
  },
  stay_message: {
    subject: ({ home, days }: { home: string; days: string }) => `Votre séjour à ${home}, ${days}`,
    action: 'Lire et répondre',
    note: 'Répondez sur la page de votre séjour : les messages envoyés à cette adresse ne sont pas lus.',
  },
  unread_messages: {
    subject: ({ sender, count }: { sender: string; count: number }) =>
      count === 1 ? `Un message de ${sender}` : `${count} messages de ${sender}`,
    more: (count: number) => `Et ${count} de plus.`,
  },
  /** To addresses that are not verified, in place of the text of a notification. */
  news: (name: string) => ({
    title: `Du nouveau sur ${name}`,
    message: 'Connectez-vous pour en savoir plus. Si vous n’avez pas de compte, ignorez ce message.',
  }),
  stay: ({ days }: { days: string }) => ({
    title: `Votre séjour : ${days}`,
    message:
      'Ouvrez la page pour voir la réservation et ce qui reste à payer. Si vous n’avez rien réservé, ignorez ce message.',
  }),
  asked_to_pay: ({ stay }: { stay: string }) => ({
    title: 'Votre séjour reste à payer',
    message: `Un séjour est retenu pour vous : ${stay}. Ouvrez le lien pour le payer et le confirmer.`,
  }),
  hold_ended: ({ stay }: { stay: string }) => ({
    title: 'Votre séjour n’est plus retenu',
    message: `Il n’a pas été payé à temps : ${stay}. Écrivez-nous si vous souhaitez encore venir.`,
  }),
  moved: ({ stay }: { stay: string }) => ({
    title: 'Un autre logement pour votre séjour',
    message: `Votre séjour a lieu dans un autre logement : ${stay}.`,
  }),
  /** Labels of what a mail names of a stay. */
  facts: {
    guest: 'Client',
    home: 'Logement',
    days: 'Dates',
    guests: 'Voyageurs',
    price: 'Prix',
    to_pay: 'À payer',
    paid: 'Payé',
  },
  feed_unreadable: ({ name, home }: { name: string; home: string }) => ({
    title: 'Calendrier illisible',
    message: `Le calendrier « ${name} » de « ${home} » ne peut plus être lu : de nouvelles réservations ailleurs ne ferment plus vos dates ici.`,
  }),
  feed_doubted: ({ name, home }: { name: string; home: string }) => ({
    title: 'Calendrier presque vidé',
    message: `Le calendrier « ${name} » de « ${home} » a soudain perdu la plupart de ses réservations. Leurs nuits restent fermées jusqu’à ce qu’une nouvelle lecture le confirme, dans un quart d’heure.`,
  }),
}
