import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    mappingTaken: { status: 409, fr: 'Ce logement, cette chambre ou ce tarif du gestionnaire de canaux sert déjà.', en: 'This home, room or rate of the channel manager is already mapped.' },
    propertyAssigned: { status: 409, fr: 'Cet établissement du gestionnaire de canaux est celui d’un autre compte.', en: 'This property of the channel manager belongs to another account.' },
    propertyMapped: { status: 409, fr: 'Des logements sont associés à cet établissement du gestionnaire de canaux. Dissociez-les d’abord.', en: 'Homes are mapped to this property of the channel manager. Remove their mapping first.' },
    tooManySubscriptions: { status: 409, fr: 'Dix abonnements au plus.', en: 'A home can have at most ten subscriptions.' },
  },
  fields: {
    eventMask: { fr: '`*`, ou des événements séparés par des points-virgules.', en: 'Expected `*`, or events separated by semicolons.' },
    entryNames: { fr: 'Vingt noms permis au plus.', en: 'Use at most twenty permitted names.' },
  },
} satisfies ModuleTexts
