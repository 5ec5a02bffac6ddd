import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    colour: { fr: 'Une couleur comme #7a2e1d.', en: 'Expected a colour such as #7a2e1d.' },
    companyName: { fr: 'Un nom, sans adresse : ni @, ni < ou >.', en: 'Expected a name without an address: no @, < or >.' },
    paleColour: { fr: 'Trop claire : un texte blanc ne s’y lit pas. Choisissez-en une plus foncée.', en: 'Too pale: white text on it cannot be read. Choose a darker one.' },
  },
} satisfies ModuleTexts
