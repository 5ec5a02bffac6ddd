import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    linkExpired: { status: 403, fr: 'Ce lien est invalide ou a expiré.', en: 'This link is invalid or has expired.' },
  },
  fields: {
    attachmentType: { fr: 'Le fichier doit être une image jpeg, png ou webp, ou un document pdf.', en: 'The file must be a jpeg, png or webp image, or a pdf document.' },
    attachmentSize: { fr: 'Le fichier ne doit pas dépasser 10 Mo.', en: 'The file must not exceed 10 MB.' },
  },
} satisfies ModuleTexts
