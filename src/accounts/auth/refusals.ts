import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    invalidVerification: { status: 400, fr: 'Lien ou code de vérification invalide ou expiré.', en: 'Invalid or expired verification link or code.' },
    oauthState: { status: 400, fr: 'Cette connexion a expiré ou n’a pas été demandée ici : recommencez.', en: 'This sign-in has expired or was started elsewhere. Start again.' },
    oauthDenied: { status: 400, fr: 'La connexion a été refusée par le fournisseur d’identité.', en: 'The identity provider refused the sign-in.' },
    oauthNoEmail: { status: 400, fr: 'Le fournisseur d’identité n’a pas donné d’adresse e-mail.', en: 'The identity provider did not share an e-mail address.' },
    oauthUnlinked: { status: 409, fr: 'Cette adresse a déjà un compte : connectez-vous avec votre mot de passe.', en: 'This address already has an account. Log in with your password.' },
    oauthUnconfigured: { status: 503, fr: 'Cette connexion n’est pas configurée sur ce service.', en: 'This sign-in method is not configured on this service.' },
    oauthUnavailable: { status: 503, fr: 'Le fournisseur d’identité est injoignable : réessayez plus tard.', en: 'The identity provider cannot be reached. Try again later.' },
    badCredentials: { status: 401, fr: 'Échec de la connexion.', en: 'Login failed.' },
    emailUnverified: { status: 403, fr: 'Veuillez vérifier votre adresse e-mail avant de vous connecter.', en: 'Please verify your e-mail address before logging in.' },
    refreshedAlready: { status: 409, fr: 'Ce jeton vient d’être renouvelé. Utilisez le nouveau jeton.', en: 'This token has just been refreshed. Use the new token.' },
  },
  fields: {
    usernameTaken: { fr: 'Ce nom d’utilisateur est déjà utilisé.', en: 'This username is already in use.' },
    phoneTaken: { fr: 'Ce numéro de téléphone est déjà utilisé.', en: 'This phone number is already in use.' },
    passwordConfirmation: { fr: 'La confirmation ne correspond pas au mot de passe.', en: 'The confirmation does not match the password.' },
  },
} satisfies ModuleTexts
