import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    prefixTaken: { status: 409, fr: 'Ce préfixe sert déjà à un autre vendeur. Choisissez-en un autre.', en: 'Another seller has this prefix. Choose another one.' },
    sellerInUse: { status: 409, fr: 'Ce vendeur a des logements ou des documents et ne peut pas être supprimé.', en: 'This seller has homes or documents and cannot be deleted.' },
  },
  fields: {
    sellerRegion: { fr: 'Une région de ce pays, comme ES-PV.', en: 'A region of this country, such as ES-PV.' },
    sellerPrefix: { fr: 'Une lettre, puis au plus sept lettres ou chiffres.', en: 'One letter, then at most seven letters or digits.' },
  },
} satisfies ModuleTexts
