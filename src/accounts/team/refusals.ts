import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    notInvited: { status: 403, fr: 'Cette invitation est pour une autre adresse e-mail.', en: 'This invitation was sent to another e-mail address.' },
  },
  fields: {
    memberAlready: { fr: 'Cette personne est déjà dans l’équipe.', en: 'This person is already in the team.' },
  },
} satisfies ModuleTexts
