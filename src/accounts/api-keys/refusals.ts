import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    origin: { fr: 'L’origine d’une page est attendue : https://exemple.fr, sans chemin.', en: 'Expected an origin without a path, such as https://example.com.' },
    ofPublishableKey: { fr: 'Seules les clés publiables ont cela.', en: 'Only publishable keys can have this.' },
    ofSecretKey: { fr: 'Seules les clés secrètes ont cela.', en: 'Only secret keys can have this.' },
    scopeAdded: { fr: 'La clé a moins de droits. Créez-en une autre.', en: 'You cannot add scopes to a key. Create a new key.' },
    invalidTimestamp: { fr: 'Heure invalide : ISO 8601 avec fuseau horaire attendu.', en: 'Invalid time. Expected ISO 8601 with a time zone.' },
  },
} satisfies ModuleTexts
