import type { ModuleTexts } from '../../platform/locales/contributed.ts'
import type { Locale } from '../../platform/locales/locales.ts'

/** The present state of a reservation, and who made it so. */
export const nowBy: Record<Locale, (state: string, name: string, ago: string) => string> = {
  fr: (state, name, ago) => `La réservation est maintenant « ${state} » : ${name} l’a changée ${ago}.`,
  en: (state, name, ago) => `The reservation is now “${state}”: ${name} changed it ${ago}.`,
}

export const refusals = {
  errors: {
    ownStay: { status: 403, fr: 'Ce séjour est le vôtre, ou celui de votre équipe : on ne peut pas agir des deux côtés.', en: 'You cannot act as both guest and host of a stay.' },
    illegalMove: { status: 409, fr: 'L’état de cette réservation ne le permet pas.', en: 'The state of this reservation does not allow this.' },
    changedMeanwhile: { status: 409, fr: 'Quelqu’un d’autre a modifié cette note entre-temps.', en: 'Somebody else has changed this note since then.' },
    movedMeanwhile: { status: 409, fr: 'Quelqu’un a été plus rapide.', en: 'Somebody was faster.' },
    quoteExpired: { status: 409, fr: 'Ce devis a expiré : demandez-en un nouveau.', en: 'This quote has expired. Request a new one.' },
    cancelAtChannel: { status: 409, fr: 'Cette réservation vient d’une autre plateforme : annulez-la là-bas.', en: 'This reservation comes from another platform. Cancel it there.' },
    answerAtChannel: { status: 409, fr: 'Cette demande vient d’une autre plateforme : répondez là-bas ou dans le gestionnaire de canaux.', en: 'This request comes from another platform. Answer it there or in the channel manager.' },
    changeAtChannel: { status: 409, fr: 'Cette réservation vient d’une autre plateforme : modifiez-y les dates, les voyageurs et le prix.', en: 'This reservation comes from another platform. Change its days, guests and price there.' },
    otherAccount: { status: 409, fr: 'L’autre logement a un autre propriétaire ou une autre devise.', en: 'The other home has another owner or another currency.' },
    ownHome: { status: 403, fr: 'Ce logement est le vôtre : fermez plutôt ces nuits dans son calendrier.', en: 'This is your own home. Close the nights in its calendar instead.' },
    inquiryOnly: { status: 409, fr: 'Ce logement se réserve sur demande : envoyez `inquiry: true`.', en: 'This home accepts inquiries only. Send `inquiry: true`.' },
    tooManyHolds: { status: 429, fr: 'Trop de réservations attendent déjà leur paiement : payez-les ou annulez-les.', en: 'You have too many unpaid reservations. Pay or cancel some first.' },
    tooManyInquiries: { status: 429, fr: 'Trop de demandes attendent déjà une réponse.', en: 'You have too many open inquiries. Wait for an answer, or cancel one.' },
  },
  fields: {
    belowFees: { fr: 'Le prix doit couvrir au moins le ménage et la taxe de séjour.', en: 'The price must cover at least the cleaning fee and the tourist tax.' },
    dueTooLate: { fr: 'Au plus tard un an après le départ.', en: 'At most a year after the departure.' },
    ofCompany: { fr: 'Réservé à l’hôte : ajoutez `as=owner`.', en: 'For hosts only. Add `as=owner`.' },
    hasAccount: { fr: 'Ce voyageur a un compte et tient lui-même son profil.', en: 'This guest has an account and maintains their own profile.' },
    otherStay: { fr: 'Ce devis est pour un autre logement, d’autres dates ou d’autres voyageurs.', en: 'This quote is for another home, other days or other guests.' },
    setPriceAndQuote: { fr: 'Un devis fixe le prix : ne fixez pas aussi `price`.', en: 'A quote sets the price. Do not set `price` too.' },
    invalidLanguage: { fr: 'Langue invalide : un code comme fr ou pt-BR est attendu.', en: 'Invalid language. Expected a tag such as fr or pt-BR.' },
    changesNothing: { fr: 'Demandez d’autres dates ou d’autres voyageurs.', en: 'Ask for other days or guests.' },
    outsideStay: { fr: 'Ce jour doit être après l’arrivée et avant le départ.', en: 'This day must follow check-in and precede check-out.' },
    onlyHeld: { fr: 'Seulement avec `pay: link`.', en: 'Only with `pay: link`.' },
    onlyPaidLater: { fr: 'Seulement avec `pay: later`.', en: 'Only with `pay: later`.' },
    onlyInHouse: { fr: 'Seulement pour un voyageur sur place qui change de logement.', en: 'Only for a guest in the house who moves to another home.' },
    ofChangeRequest: { fr: 'La demande du voyageur fixe les dates et les voyageurs.', en: 'The guest’s request sets days and guests.' },
    byTerms: { fr: 'Les conditions de la réservation fixent le remboursement.', en: 'The terms of the booking decide the refund.' },
    ofChannel: { fr: 'Réservé aux séjours de source `channel`.', en: 'This is for stays whose source is `channel`.' },
    codeOfStay: { fr: ({ values }) => `La réservation ${values} a déjà ce code, sous un autre \`external_id\`.`, en: ({ values }) => `Reservation ${values} already has this code, with a different \`external_id\`.` },
    changeHere: { fr: ({ values }) => `Ce séjour est la réservation ${values}. Modifiez-le ici : POST /reservations/${values}/change.`, en: ({ values }) => `This stay is reservation ${values}. Change it here: POST /reservations/${values}/change.` },
    cancelInstead: { fr: 'Le remboursement ne se choisit pas ici : utilisez `POST /reservations/{id}/cancel`.', en: 'You cannot choose the refund here. Use `POST /reservations/{id}/cancel`.' },
    changedHere: { fr: ({ values }) => `Le voyageur ou la note de la réservation ${values} ont été modifiés ici.`, en: ({ values }) => `The guest or note of reservation ${values} was changed here.` },
  },
} satisfies ModuleTexts
