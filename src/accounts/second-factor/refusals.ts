import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    invalidChallenge: { status: 401, fr: 'Cette connexion est trop ancienne ou déjà terminée : reconnectez-vous.', en: 'This sign-in has expired or is already complete. Sign in again.' },
    wrongCode: { status: 401, fr: 'Ce code est faux, ou a déjà servi.', en: 'This code is wrong or already used.' },
    wrongPasskey: { status: 401, fr: 'Cette clé d’accès n’a pas été acceptée.', en: 'This passkey was not accepted.' },
    passkeysUnconfigured: { status: 503, fr: 'Les clés d’accès ne sont pas configurées sur ce service.', en: 'Passkeys are not configured on this service.' },
  },
  fields: {
    wrongCode: { fr: 'Ce code est faux, ou a déjà servi.', en: 'This code is wrong or already used.' },
  },
} satisfies ModuleTexts
