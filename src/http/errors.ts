import { inLocale, type Locale, type Text } from './locale.ts'

/** Every refusal of this service: its HTTP status and its text in French and English. */
const ERRORS = {
  validation: [
    400,
    'Veuillez remplir correctement tous les champs obligatoires.',
    'Please fill in all required fields correctly.',
  ],
  badRequest: [400, 'Requête mal formée.', 'Malformed request.'],
  badSignature: [400, 'Signature invalide.', 'Invalid signature.'],
  invalidVerification: [
    400,
    'Lien ou code de vérification invalide ou expiré.',
    'Invalid or expired verification link or code.',
  ],
  invalidReset: [
    400,
    'Code ou jeton de réinitialisation invalide ou expiré.',
    'Invalid or expired reset code or token.',
  ],
  invalidUndo: [
    400,
    'Ce lien d’annulation est invalide, expiré ou a déjà servi.',
    'This undo link is invalid, has expired or was used before.',
  ],
  undoTaken: [
    409,
    'Un autre compte a vérifié cette adresse entre-temps : libérez-la d’abord, le lien reste valable.',
    'Another account has verified this address meanwhile: free it first, the link stays good.',
  ],
  owesStays: [
    409,
    'Des séjours sont en cours ou à venir : annulez-les d’abord.',
    'There are current or upcoming stays: cancel them first.',
  ],
  quoteExpired: [409, 'Ce devis a expiré : demandez-en un nouveau.', 'This quote has expired: ask for a new one.'],
  oauthState: [
    400,
    'Cette connexion a expiré ou n’a pas été demandée ici : recommencez.',
    'This sign-in has expired or was not begun here: start again.',
  ],
  oauthDenied: [
    400,
    'La connexion a été refusée par le fournisseur d’identité.',
    'The identity provider refused the sign-in.',
  ],
  oauthNoEmail: [
    400,
    'Le fournisseur d’identité n’a pas donné d’adresse e-mail.',
    'The identity provider gave no e-mail address.',
  ],
  oauthUnlinked: [
    409,
    'Cette adresse a déjà un compte : connectez-vous avec votre mot de passe.',
    'This address already has an account: log in with your password.',
  ],
  oauthUnconfigured: [
    503,
    'Cette connexion n’est pas configurée sur ce service.',
    'This sign-in is not configured on this service.',
  ],
  oauthUnavailable: [
    503,
    'Le fournisseur d’identité est injoignable : réessayez plus tard.',
    'The identity provider cannot be reached: try again later.',
  ],
  badSecret: [401, 'Secret de webhook inconnu.', 'Unknown webhook secret.'],
  unauthenticated: [401, 'Authentification requise.', 'Authentication required.'],
  invalidToken: [401, 'Jeton invalide ou expiré.', 'Invalid or expired token.'],
  badCredentials: [401, 'Échec de la connexion.', 'Login failed.'],
  forbidden: [403, 'Vous n’avez pas le droit de faire cela.', 'You are not allowed to do this.'],
  emailUnverified: [
    403,
    'Veuillez vérifier votre adresse e-mail avant de vous connecter.',
    'Please verify your e-mail address before logging in.',
  ],
  notVerified: [403, 'Veuillez d’abord vérifier votre adresse e-mail.', 'Please verify your e-mail address first.'],
  notFound: [404, 'Ressource introuvable.', 'Resource not found.'],
  methodNotAllowed: [405, 'Méthode non autorisée.', 'Method not allowed.'],
  linkExpired: [403, 'Ce lien est invalide ou a expiré.', 'This link is invalid or has expired.'],
  mayNotWrite: [403, 'Vous ne pouvez pas écrire à cette personne.', 'You cannot write to this person.'],
  notReviewable: [
    409,
    'Un avis s’écrit une fois, dans les 30 jours qui suivent un séjour terminé.',
    'A review is written once, within 30 days of a completed stay.',
  ],
  reviewClosed: [409, 'Cet avis ne peut plus être modifié.', 'This review can no longer be changed.'],
  conflict: [409, 'Cette opération est impossible dans l’état actuel.', 'This is not possible in the present state.'],
  taken: [409, 'Ce logement n’est plus disponible à ces dates.', 'This home is no longer available on these dates.'],
  reservedDays: [409, 'Ces dates touchent une réservation existante.', 'These dates touch an existing reservation.'],
  hasReservations: [
    409,
    'Ce logement a des réservations en cours ou à venir.',
    'This home has current or upcoming reservations.',
  ],
  feedKnown: [409, 'Ce calendrier est déjà lu.', 'This calendar is read already.'],
  mappingTaken: [
    409,
    'Ce logement, cette chambre ou ce tarif du gestionnaire de canaux sert déjà.',
    'This home, room or rate of the channel manager is in use already.',
  ],
  limitReached: [
    409,
    'Vous en avez déjà autant que possible : supprimez-en d’abord.',
    'You already have as many as possible: delete one first.',
  ],
  tooManySubscriptions: [409, 'Dix abonnements au plus.', 'Ten subscriptions at most.'],
  tooManySupplements: [409, 'Cent suppléments par séjour au plus.', 'A hundred supplements a stay at most.'],
  tooManyFeeds: [409, 'Dix calendriers au plus.', 'Ten calendars at most.'],
  illegalMove: [409, 'Cette réservation ne peut pas passer à cet état.', 'This reservation cannot move to that state.'],
  cancelAtChannel: [
    409,
    'Cette réservation vient d’une autre plateforme : annulez-la là-bas.',
    'This reservation comes from another platform: cancel it there.',
  ],
  cardRefused: [402, 'La carte est refusée par la banque.', 'The bank refuses the card.'],
  nothingToBill: [409, 'Il n’y a rien à facturer.', 'There is nothing to bill.'],
  unpayable: [
    409,
    'Le prestataire de paiement n’accepte pas ce montant en un seul paiement.',
    'The payment provider does not take this amount in one payment.',
  ],
  billTooSmall: [
    409,
    'C’est moins que le minimum du prestataire de paiement : ces suppléments attendent la prochaine facture.',
    'This is below the minimum of the payment provider: these supplements wait for the next bill.',
  ],
  nothingPaid: [409, 'Rien n’a été payé.', 'Nothing was paid.'],
  overRefund: [409, 'C’est plus que ce qui reste à rembourser.', 'This is more than is left to refund.'],
  idempotencyMismatch: [
    409,
    'Cette clé d’idempotence a servi à une autre requête.',
    'This idempotency key was used for another request.',
  ],
  idempotencyInProgress: [
    409,
    'La première requête avec cette clé est encore en cours.',
    'The first request with this key is still in progress.',
  ],
  idempotencyAnswerLost: [
    409,
    'La première requête avec cette clé a été exécutée, mais sa réponse s’est perdue : vérifiez son résultat.',
    'The first request with this key was carried out, but its answer was lost: look at what it did.',
  ],
  requestTimeout: [408, 'La requête a mis trop longtemps à arriver.', 'The request took too long to arrive.'],
  tooLarge: [413, 'Contenu trop volumineux.', 'Content too large.'],
  unsupportedMediaType: [415, 'Type de contenu non pris en charge.', 'Unsupported content type.'],
  urlTooLong: [414, 'Adresse trop longue.', 'Address too long.'],
  headersTooLarge: [431, 'En-têtes trop volumineux.', 'Headers too large.'],
  tooManyRequests: [429, 'Trop de requêtes : réessayez plus tard.', 'Too many requests: try again later.'],
  internal: [500, 'Erreur interne : réessayez plus tard.', 'Internal error: try again later.'],
  unavailable: [
    503,
    'Service momentanément indisponible : réessayez plus tard.',
    'Service temporarily unavailable: try again later.',
  ],
  storageFull: [
    507,
    'Il n’y a plus de place pour ce fichier : réessayez plus tard.',
    'There is no room left for this file: try again later.',
  ],
  holdOver: [409, 'Le délai de paiement est écoulé : réservez à nouveau.', 'The time to pay is over: book again.'],
  ownHome: [
    403,
    'Ce logement est le vôtre : fermez plutôt ces nuits dans son calendrier.',
    'This home is yours: close the nights in its calendar instead.',
  ],
  inquiryOnly: [
    409,
    'Ce logement se réserve sur demande : envoyez `inquiry: true`.',
    'This home takes inquiries only: send `inquiry: true`.',
  ],
  tooManyHolds: [
    429,
    'Trop de réservations attendent déjà leur paiement : payez-les ou annulez-les.',
    'Too many reservations already await their payment: pay or cancel them.',
  ],
  tooManyInquiries: [
    429,
    'Trop de demandes attendent déjà une réponse.',
    'Too many inquiries already await an answer.',
  ],
  providerRefused: [
    502,
    'Le prestataire de paiement a refusé la demande.',
    'The payment provider refused the request.',
  ],
  providerUnavailable: [
    503,
    'Le prestataire de paiement est injoignable : réessayez plus tard.',
    'The payment provider cannot be reached: try again later.',
  ],
} as const satisfies Record<string, readonly [status: number, ...Text]>

export type ErrorCode = keyof typeof ERRORS

export type FieldErrors = Record<string, string[]>

/** The errors that handlers throw; src/plugins/errors.ts renders them. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** `data` of the body, such as field messages; can depend on the language. */
  readonly data: ((locale: Locale) => unknown) | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    options: { data?: (locale: Locale) => unknown; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(ERRORS[code][2], { cause: options.cause })
    this.code = code
    this.status = ERRORS[code][0]
    this.data = options.data
    this.headers = options.headers ?? {}
  }

  text(locale: Locale): string {
    const [, fr, en] = ERRORS[this.code]
    return inLocale([fr, en], locale)
  }
}

/** Messages about one field of a request. */
const FIELD_MESSAGES = {
  required: ['Ce champ est obligatoire.', 'This field is required.'],
  emailTaken: ['Cette adresse e-mail est déjà utilisée.', 'This e-mail address is already in use.'],
  usernameTaken: ['Ce nom d’utilisateur est déjà utilisé.', 'This username is already in use.'],
  phoneTaken: ['Ce numéro de téléphone est déjà utilisé.', 'This phone number is already in use.'],
  unknown: ['Cette valeur n’existe pas.', 'This value does not exist.'],
  passwordConfirmation: [
    'La confirmation ne correspond pas au mot de passe.',
    'The confirmation does not match the password.',
  ],
  wrongPassword: ['Mot de passe incorrect.', 'Wrong password.'],
  imageType: ['Le fichier doit être une image jpeg, png ou webp.', 'The file must be a jpeg, png or webp image.'],
  imagePixels: ['L’image est trop grande : 50 mégapixels au plus.', 'The image is too large: 50 megapixels at most.'],
  imageSides: [
    'L’image est trop grande : 12 000 pixels de côté au plus.',
    'The image is too large: 12,000 pixels a side at most.',
  ],
  imageSize: ['Le fichier ne doit pas dépasser 5 Mo.', 'The file must not exceed 5 MB.'],
  attachmentType: [
    'Le fichier doit être une image jpeg, png ou webp, ou un document pdf.',
    'The file must be a jpeg, png or webp image, or a pdf document.',
  ],
  attachmentSize: ['Le fichier ne doit pas dépasser 10 Mo.', 'The file must not exceed 10 MB.'],
  invalidId: ['Identifiant invalide.', 'Invalid identifier.'],
  notAFile: ['Un fichier est attendu ici, et non un texte.', 'A file is expected here, not a text.'],
  unexpectedFile: ['Aucun fichier n’est attendu ici.', 'No file is expected here.'],
  invalidText: ['Texte invalide : caractère impossible.', 'Invalid text: impossible character.'],
  invalidNumber: ['Nombre invalide.', 'Invalid number.'],
  invalidDate: ['Date invalide : AAAA-MM-JJ attendu.', 'Invalid date: YYYY-MM-DD expected.'],
  invalidAmount: ['Montant invalide : un nombre est attendu.', 'Invalid amount: a number is expected.'],
  amountDecimals: ['Montant invalide : deux décimales au plus.', 'Invalid amount: two decimals at most.'],
  amountAboveZero: ['Le montant doit dépasser 0.', 'The amount must be more than 0.'],
  checkOutAfterCheckIn: ['Le départ doit suivre l’arrivée.', 'Check-out must follow check-in.'],
  tooLong: ['La période est trop longue.', 'The period is too long.'],
  priceRange: ['Le maximum doit atteindre le minimum.', 'The maximum must be at least the minimum.'],
  dateRange: ['La fin ne peut précéder le début.', 'The end cannot precede the start.'],
  invalidPercent: ['Pourcentage invalide : un nombre est attendu.', 'Invalid percentage: a number is expected.'],
  oneTax: [
    'Un montant par adulte et par nuit, ou un pourcentage : l’un des deux.',
    'An amount per adult and night, or a percentage: one of them.',
  ],
  capOfPercent: ['Le plafond va avec un pourcentage.', 'The cap goes with a percentage.'],
  bothDates: ['Arrivée et départ vont ensemble.', 'Check-in and check-out go together.'],
  inCity: ['Ce quartier n’est pas dans cette ville.', 'This neighborhood is not in this city.'],
  guestRange: ['Ne peut dépasser le nombre maximal de voyageurs.', 'Cannot exceed the maximum number of guests.'],
  stayRange: ['Ne peut être inférieur au séjour minimal.', 'Cannot be less than the minimum stay.'],
  calendarUrl: [
    'Adresse http, https ou webcal d’un calendrier public, sans mot de passe.',
    'An http, https or webcal address of a public calendar, without a password.',
  ],
  callbackUrl: [
    'Adresse http ou https publique, sans mot de passe.',
    'A public http or https address, without a password.',
  ],
  eventMask: ['`*`, ou des événements séparés par des points-virgules.', '`*`, or events separated by semicolons.'],
  entryNames: ['Vingt noms permis au plus.', 'Twenty permitted names at most.'],
  invisible: [
    'Ce texte contient un retour à la ligne, une marque de direction ou un caractère invisible.',
    'This text contains a line break, a direction mark or an invisible character.',
  ],
} as const satisfies Record<string, Text>

export type FieldMessageKey = keyof typeof FIELD_MESSAGES

export const fieldMessage = (key: FieldMessageKey, locale: Locale): string => inLocale(FIELD_MESSAGES[key], locale)

export const isFieldMessageKey = (key: string): key is FieldMessageKey => Object.hasOwn(FIELD_MESSAGES, key)

/** 400 with one message per field: `invalid({ email: 'emailTaken' })`. */
export function invalid(fields: Record<string, FieldMessageKey | Text>): AppError {
  return new AppError('validation', {
    data: (locale) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, message]) => [
          field,
          [typeof message === 'string' ? fieldMessage(message, locale) : inLocale(message, locale)],
        ]),
      ),
  })
}
