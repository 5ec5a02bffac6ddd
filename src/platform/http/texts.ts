import { defineTexts } from '../locales/contributed.ts'

const texts = defineTexts({
  errors: {
    validation: {
      status: 400,
      fr: 'Veuillez remplir correctement tous les champs obligatoires.',
      en: 'Please fill in all required fields correctly.',
    },
    badRequest: { status: 400, fr: 'Requête mal formée.', en: 'Malformed request.' },
    unauthenticated: { status: 401, fr: 'Authentification requise.', en: 'Authentication required.' },
    invalidToken: { status: 401, fr: 'Jeton invalide ou expiré.', en: 'Invalid or expired token.' },
    forbidden: { status: 403, fr: 'Vous n’avez pas le droit de faire cela.', en: 'You are not allowed to do this.' },
    secondFactorRequired: {
      status: 401,
      fr: 'Terminez la connexion avec votre second facteur, ou avec un code de secours.',
      en: 'Complete the sign-in with your second factor, or with a recovery code.',
    },
    notVerified: {
      status: 403,
      fr: 'Veuillez d’abord vérifier votre adresse e-mail.',
      en: 'Please verify your e-mail address first.',
    },
    signInAgain: {
      status: 403,
      fr: 'Cela demande une connexion de moins de dix minutes : reconnectez-vous.',
      en: 'For this action, you must have signed in within the last ten minutes. Sign in again.',
    },
    keyRefused: {
      status: 403,
      fr: 'Aucune clé d’API de cette sorte ne permet cela.',
      en: 'This kind of API key cannot do this.',
    },
    scopeMissing: {
      status: 403,
      fr: 'Cette clé d’API ou ce rôle n’est pas fait pour cela.',
      en: 'This API key or role lacks the required scope.',
    },
    accountRefused: {
      status: 400,
      fr: 'Chacun fait cela pour soi : omettez l’en-tête `Sejour-Account`.',
      en: 'You can only do this for your own account. Remove the `Sejour-Account` header.',
    },
    notInTeam: {
      status: 403,
      fr: 'Vous n’êtes pas dans l’équipe de ce compte.',
      en: 'You are not a member of this account’s team.',
    },
    ownStay: {
      status: 403,
      fr: 'Ce séjour est le vôtre, ou celui de votre équipe : on ne peut pas agir des deux côtés.',
      en: 'You cannot act as both guest and host of a stay.',
    },
    secondFactorMissing: {
      status: 403,
      fr: 'Votre compte doit d’abord avoir un second facteur.',
      en: 'Set up a second factor for your account first.',
    },
    notFound: { status: 404, fr: 'Ressource introuvable.', en: 'Resource not found.' },
    methodNotAllowed: { status: 405, fr: 'Méthode non autorisée.', en: 'Method not allowed.' },
    mayNotWrite: {
      status: 403,
      fr: 'Vous ne pouvez pas écrire à cette personne.',
      en: 'You cannot write to this person.',
    },
    conflict: {
      status: 409,
      fr: 'Cette opération est impossible dans l’état actuel.',
      en: 'This is not possible in the current state.',
    },
    taken: {
      status: 409,
      fr: 'Ce logement n’est plus disponible à ces dates.',
      en: 'This home is no longer available on these dates.',
    },
    closedDays: {
      status: 409,
      fr: 'Vous avez fermé une partie de ces dates. Rouvrez-les, ou remplacez la fermeture.',
      en: 'You have closed some of these dates. Open them first, or replace the closure.',
    },
    limitReached: {
      status: 409,
      fr: 'Vous en avez déjà autant que possible : supprimez-en d’abord.',
      en: 'You have reached the limit. Delete one first.',
    },
    cursorLost: {
      status: 410,
      fr: 'Le fil ne remonte plus aussi loin : relisez tout, puis reprenez à partir de maintenant.',
      en: 'The feed no longer goes back that far. Read the full data again, then follow the feed from now on.',
    },
    illegalMove: {
      status: 409,
      fr: 'L’état de cette réservation ne le permet pas.',
      en: 'The state of this reservation does not allow this.',
    },
    requestClosed: {
      status: 409,
      fr: 'Cette demande a déjà reçu une réponse, a été retirée ou a expiré.',
      en: 'This request was answered or withdrawn already, or its last day is over.',
    },
    differenceTooSmall: {
      status: 409,
      fr: 'La différence est inférieure au minimum du prestataire de paiement. Gardez le prix, ou fixez un autre total.',
      en: 'The difference is below the payment provider’s minimum. Keep the price, or set another total.',
    },
    cardRefused: { status: 402, fr: 'La carte est refusée par la banque.', en: 'The bank declined the card.' },
    nothingPaid: {
      status: 409,
      fr: 'Rien n’a été payé, ou tout a été remboursé.',
      en: 'Nothing has been paid, or everything has been refunded.',
    },
    overRefund: {
      status: 409,
      fr: 'C’est plus que ce qui reste à rembourser.',
      en: 'The amount exceeds what can still be refunded.',
    },
    paymentInProgress: { status: 409, fr: 'Un paiement est en cours.', en: 'A payment is in progress.' },
    idempotencyMismatch: {
      status: 409,
      fr: 'Cette clé d’idempotence a servi à une autre requête.',
      en: 'This idempotency key was already used for a different request.',
    },
    idempotencyInProgress: {
      status: 409,
      fr: 'La première requête avec cette clé est encore en cours.',
      en: 'The first request with this key is still in progress.',
    },
    idempotencyAnswerLost: {
      status: 409,
      fr: 'La première requête avec cette clé a été exécutée, mais sa réponse s’est perdue : vérifiez son résultat.',
      en: 'The first request with this key was processed, but its response was lost. Check its result before you retry.',
    },
    requestTimeout: {
      status: 408,
      fr: 'La requête a mis trop longtemps à arriver.',
      en: 'The request took too long to arrive.',
    },
    tooLarge: { status: 413, fr: 'Contenu trop volumineux.', en: 'Content too large.' },
    unsupportedMediaType: { status: 415, fr: 'Type de contenu non pris en charge.', en: 'Unsupported content type.' },
    urlTooLong: { status: 414, fr: 'Adresse trop longue.', en: 'Address too long.' },
    headersTooLarge: { status: 431, fr: 'En-têtes trop volumineux.', en: 'Headers too large.' },
    tooManyRequests: {
      status: 429,
      fr: 'Trop de requêtes : réessayez plus tard.',
      en: 'Too many requests. Try again later.',
    },
    internal: { status: 500, fr: 'Erreur interne : réessayez plus tard.', en: 'Internal error. Try again later.' },
    unavailable: {
      status: 503,
      fr: 'Service momentanément indisponible : réessayez plus tard.',
      en: 'The service is temporarily unavailable. Try again later.',
    },
    upgrading: {
      status: 503,
      fr: 'Impossible pendant la mise à jour du service : réessayez dans quelques minutes.',
      en: 'Not possible while the service is being upgraded. Try again in a few minutes.',
    },
    storageFull: {
      status: 507,
      fr: 'Il n’y a plus de place pour ce fichier : réessayez plus tard.',
      en: 'The storage is full. Try again later.',
    },
    providerRefused: {
      status: 502,
      fr: 'Le prestataire de paiement a refusé la demande.',
      en: 'The payment provider refused the request.',
    },
  },
  fields: {
    required: { fr: 'Ce champ est obligatoire.', en: 'This field is required.' },
    oneRequired: {
      fr: ({ values }) => `Indiquez au moins un de ces champs : ${values}.`,
      en: ({ values }) => `Give at least one of these fields: ${values}.`,
    },
    emailTaken: { fr: 'Cette adresse e-mail est déjà utilisée.', en: 'This e-mail address is already in use.' },
    cursor: {
      fr: 'Ce n’est pas le début d’une page d’événements : reprenez `meta.next` tel quel.',
      en: 'Invalid cursor. Use `meta.next` unchanged.',
    },
    unknown: { fr: 'Cette valeur n’existe pas.', en: 'This value does not exist.' },
    imageType: {
      fr: 'Le fichier doit être une image jpeg, png ou webp.',
      en: 'The file must be a jpeg, png or webp image.',
    },
    imagePixels: {
      fr: 'L’image est trop grande : 50 mégapixels au plus.',
      en: 'The image must not exceed 50 megapixels.',
    },
    imageSides: {
      fr: 'L’image est trop grande : 12 000 pixels de côté au plus.',
      en: 'The image must not exceed 12,000 pixels per side.',
    },
    imageSize: { fr: 'Le fichier ne doit pas dépasser 5 Mo.', en: 'The file must not exceed 5 MB.' },
    invalidId: { fr: 'Identifiant invalide.', en: 'Invalid identifier.' },
    notAFile: { fr: 'Un fichier est attendu ici, et non un texte.', en: 'Expected a file, not text.' },
    unexpectedFile: { fr: 'Aucun fichier n’est attendu ici.', en: 'This field does not accept a file.' },
    invalidText: { fr: 'Texte invalide : caractère impossible.', en: 'This text contains an invalid character.' },
    invalidNumber: { fr: 'Nombre invalide.', en: 'Invalid number.' },
    invalidDate: { fr: 'Date invalide : AAAA-MM-JJ attendu.', en: 'Invalid date. Expected YYYY-MM-DD.' },
    dateOutOfRange: {
      fr: 'La date doit être comprise entre 1900-01-01 et 2199-12-31.',
      en: 'The date must be between 1900-01-01 and 2199-12-31.',
    },
    invalidAmount: { fr: 'Montant invalide : un nombre est attendu.', en: 'Invalid amount. Expected a number.' },
    amountDecimals: {
      fr: 'Montant invalide : deux décimales au plus.',
      en: 'Invalid amount. Use at most two decimals.',
    },
    amountAboveZero: { fr: 'Le montant doit dépasser 0.', en: 'The amount must be more than 0.' },
    amountNotZero: { fr: 'Le montant ne peut être 0.', en: 'The amount cannot be 0.' },
    invalidPercent: {
      fr: 'Pourcentage invalide : un nombre est attendu.',
      en: 'Invalid percentage. Expected a number.',
    },
    inThePast: { fr: 'Cette date est passée.', en: 'This day is in the past.' },
    inTheFuture: { fr: 'Cette date est à venir.', en: 'This day is in the future.' },
    callbackUrl: {
      fr: 'Adresse http ou https publique, sans mot de passe.',
      en: 'Expected a public http or https address, without a password.',
    },
    invisible: {
      fr: 'Ce texte contient un retour à la ligne, une marque de direction ou un caractère invisible.',
      en: 'This text cannot contain line breaks, direction marks or invisible characters.',
    },
    tooShort: {
      fr: ({ limit }) => `Au moins ${limit} ${limit === '1' ? 'caractère' : 'caractères'}.`,
      en: ({ limit }) => `At least ${limit} ${limit === '1' ? 'character' : 'characters'}.`,
    },
    tooLong: {
      fr: ({ limit }) => `Au plus ${limit} ${limit === '1' ? 'caractère' : 'caractères'}.`,
      en: ({ limit }) => `At most ${limit} ${limit === '1' ? 'character' : 'characters'}.`,
    },
    tooLow: { fr: ({ limit }) => `Au moins ${limit}.`, en: ({ limit }) => `At least ${limit}.` },
    tooLowOrEqual: { fr: ({ limit }) => `Plus de ${limit}.`, en: ({ limit }) => `More than ${limit}.` },
    tooHigh: { fr: ({ limit }) => `Au plus ${limit}.`, en: ({ limit }) => `At most ${limit}.` },
    tooFew: {
      fr: ({ limit }) => `Au moins ${limit} ${limit === '1' ? 'élément' : 'éléments'}.`,
      en: ({ limit }) => `At least ${limit} ${limit === '1' ? 'item' : 'items'}.`,
    },
    tooMany: {
      fr: ({ limit }) => `Au plus ${limit} ${limit === '1' ? 'élément' : 'éléments'}.`,
      en: ({ limit }) => `At most ${limit} ${limit === '1' ? 'item' : 'items'}.`,
    },
    notOneOf: {
      fr: ({ values }) => `Valeur inconnue. Possibles : ${values}.`,
      en: ({ values }) => `Unknown value. Expected one of: ${values}.`,
    },
    invalidEmail: { fr: 'Adresse e-mail invalide.', en: 'Invalid e-mail address.' },
    notWhole: { fr: 'Un nombre entier est attendu.', en: 'Expected a whole number.' },
    notText: { fr: 'Un texte est attendu.', en: 'Expected text.' },
    notBoolean: { fr: 'Vrai ou faux est attendu (true, false).', en: 'Expected true or false.' },
    notList: { fr: 'Une liste est attendue.', en: 'Expected a list.' },
    notObject: { fr: 'Un objet est attendu.', en: 'Expected an object.' },
    invalidMoment: {
      fr: 'Date et heure invalides : 2027-01-31T12:00:00Z, par exemple.',
      en: 'Invalid date and time. Expected a value such as 2027-01-31T12:00:00Z.',
    },
    unknownField: { fr: 'Ce champ n’existe pas.', en: 'This field does not exist.' },
    invalid: { fr: 'Cette valeur n’est pas valable.', en: 'This value is not valid.' },
  },
})

declare module '../locales/contributed.ts' {
  interface Contributed {
    http: typeof texts
  }
}
