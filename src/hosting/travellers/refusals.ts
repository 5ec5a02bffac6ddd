import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    notConfirmed: { status: 409, fr: 'Ce séjour n’est pas confirmé.', en: 'This stay is not confirmed.' },
    registerUnreadable: { status: 409, fr: 'Cette liste de voyageurs a été chiffrée avec une clé qui n’existe plus. Saisissez-la de nouveau.', en: 'This list of travellers was encrypted with a key that is no longer there. Write it again.' },
  },
  fields: {
    notAsked: { fr: 'Le pays du logement ne demande pas cette information.', en: 'The country of the home does not require this field.' },
    notKnownHere: { fr: 'Ce que le pays du logement demande aux voyageurs n’est pas connu ici.', en: 'What the country of the home asks of travellers is not known here.' },
    spanishDocument: { fr: 'La carte d’identité d’un Espagnol est un NIF (DNI). Choisissez ce type.', en: 'The identity card of a Spaniard is a NIF (DNI). Choose that type.' },
    foreignDocument: { fr: 'Seuls les Espagnols ont un NIF (DNI). Choisissez un autre type.', en: 'Only Spaniards have a NIF (DNI). Choose another type.' },
    spanishNumber: { fr: 'Ce n’est pas le numéro d’un tel document espagnol : sa forme ou sa lettre est fausse.', en: 'This is not the number of such a Spanish document: its form or its letter is wrong.' },
    tooManyTravellers: { fr: 'Il y a plus de voyageurs que de personnes dans ce séjour.', en: 'There are more travellers than people in this stay.' },
  },
} satisfies ModuleTexts
