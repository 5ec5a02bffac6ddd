import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    badCells: { status: 400, fr: 'Des cellules de ce fichier sont fausses : rien n’est importé.', en: 'This file contains invalid cells. Nothing was imported.' },
  },
  fields: {
    notUtf8: { fr: 'Le fichier n’est pas en UTF-8. Enregistrez-le en UTF-8, ou indiquez `charset=windows-1252`.', en: 'The file is not UTF-8. Save it as UTF-8, or send `charset=windows-1252`.' },
    unknownCharset: { fr: 'Le jeu de caractères du fichier est inconnu. Utilisez UTF-8 ou Windows-1252.', en: 'The file has an unsupported encoding. Use UTF-8 or Windows-1252.' },
    invalidCsv: { fr: 'Ce n’est pas un fichier CSV : il y manque un guillemet, ou il y en a un de trop.', en: 'This is not a valid CSV file: its quotes do not match.' },
    tooManyCells: { fr: ({ limit }) => `Le fichier a trop de cellules : ${limit} au plus.`, en: ({ limit }) => `The file has too many cells. The limit is ${limit}.` },
    tooManyCellsInRow: { fr: ({ limit }) => `Une ligne a trop de cellules : ${limit} au plus.`, en: ({ limit }) => `A row has too many cells. The limit is ${limit}.` },
    csvFile: { fr: 'Un fichier CSV est attendu.', en: 'Expected a CSV file.' },
    unknownColumn: { fr: 'Cette colonne n’existe pas.', en: 'This column does not exist.' },
    duplicate: { fr: 'Cela figure déjà plus haut dans ce fichier.', en: 'This value appears earlier in the file.' },
    aboveTotal: { fr: 'Ne peut dépasser le total.', en: 'Must not exceed the total.' },
    collectsDirect: { fr: 'Seuls les séjours directs et confirmés sont encaissés ici.', en: 'Only direct and confirmed stays are collected here.' },
    takenNights: { fr: 'Ces nuits sont prises.', en: 'These nights are taken.' },
    takenByStay: { fr: ({ values }) => `La réservation ${values} prend ces nuits.`, en: ({ values }) => `Reservation ${values} takes these nights.` },
    takenByRow: { fr: ({ limit }) => `La ligne ${limit} du fichier prend ces nuits.`, en: ({ limit }) => `Row ${limit} of the file takes these nights.` },
    surplusCell: { fr: 'Cette ligne a plus de cellules que la première.', en: 'This row has more cells than the header row.' },
    dayOrDays: { fr: 'Une date, ou un début et une fin : l’un des deux.', en: 'Give either a date, or a start and an end.' },
    whichHome: { fr: 'Nommez le logement par `external_id` ou par `property_id`. Si les deux sont donnés, ils nomment le même logement.', en: 'Identify the home by `external_id` or `property_id`. If you send both, they must match.' },
  },
} satisfies ModuleTexts
