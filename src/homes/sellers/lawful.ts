import { addDays } from '../../platform/lib/days.ts'
import type { Locale } from '../../platform/locales/locales.ts'

/**
 * The table of countries where a seller may issue numbered documents here, and record cash (docs/design/payments.md, "Where a seller may
 * issue"). No other file has the law of a country. Pure.
 */

export const SELLER_KINDS = ['business', 'private'] as const
type SellerKind = (typeof SELLER_KINDS)[number]

/** Subjects of a row; `business_documents` go to guests who have given a company or a VAT number. */
export const SUBJECTS = ['documents', 'business_documents', 'cash'] as const
type Subject = (typeof SUBJECTS)[number]

/** `allowed`, `warned`: allowed, with a sentence to know; `unknown`: nobody has read the law, so nothing is refused. */
export const LAWFUL_STATES = ['allowed', 'warned', 'off', 'unknown'] as const
type LawfulState = (typeof LAWFUL_STATES)[number]

export type Sentence = Record<Locale, string>

/** Facts of a seller that its rules depend on. */
export interface SellerFacts {
  /** ISO 3166-1; null: not known. */
  country: string | null
  /** ISO 3166-2, with its country: `ES-PV`. */
  region: string | null
  kind: SellerKind
  vat_exempt: boolean
  /** Homes that are let in its name. */
  homes: number
  /** The person on whose word the operator allowed documents against the row; null: not allowed. */
  documents_allowed_by: string | null
  cash_allowed_by: string | null
}

interface Phase {
  /** Its first day; without one it has always been so. */
  from?: string
  state: Exclude<LawfulState, 'unknown'>
  /** The sentence for the company. */
  text?: Sentence
}

/** The proof of a row: two sources, one, or none yet. */
const SURE = ['two', 'one', 'supposed'] as const

/** A row of the table. A field that it leaves out does not matter. */
export interface Row {
  subjects: readonly Subject[]
  country: string
  region?: string
  kind?: SellerKind
  vat_exempt?: boolean
  /** From so many homes on. */
  homes?: number
  /** In order of their days. */
  phases: readonly [Phase, ...Phase[]]
  /** Words that a confirmation of payment has there, in the language of the country. */
  mention?: string
  source: string
  /** The day on which the source was read. */
  day: string
  /** The address at which it was found again. */
  link: string | 'not found again'
  sure: (typeof SURE)[number]
}

const READ = '2026-11-28'
const DOCUMENTS = ['documents', 'business_documents'] as const
const off = (en: string, fr: string, from?: string): Phase => ({
  ...(from && { from }),
  state: 'off',
  text: { en, fr },
})
const warned = (en: string, fr: string, from?: string): Phase => ({
  ...(from && { from }),
  state: 'warned',
  text: { en, fr },
})
const ALLOWED: Phase = { state: 'allowed' }

/** The first row that fits counts. */
export const ROWS: readonly Row[] = [
  {
    subjects: ['business_documents'],
    country: 'FR',
    vat_exempt: false,
    phases: [
      ALLOWED,
      warned(
        'France, large firms since 1 September 2026 and all others from 1 September 2027: for a French business this PDF is a copy; the invoice goes through your approved platform.',
        'France, grandes entreprises depuis le 1er septembre 2026, toutes les autres à partir du 1er septembre 2027 : pour une entreprise française, ce PDF est une copie ; la facture passe par votre plateforme agréée.',
        '2026-09-01',
      ),
      warned(
        'France: for a French business this PDF is a copy; the invoice goes through your approved platform.',
        'France : pour une entreprise française, ce PDF est une copie ; la facture passe par votre plateforme agréée.',
        '2027-09-01',
      ),
    ],
    source: 'bpifrance-creation.fr; as-entreprises.fr and secofi.fr 2026',
    day: READ,
    link: 'https://bpifrance-creation.fr/moment-de-vie/quelle-plateforme-choisir-sa-facturation-electronique-2026',
    sure: 'two',
  },
  {
    subjects: ['documents'],
    country: 'FR',
    vat_exempt: false,
    phases: [ALLOWED],
    source: 'bpifrance-creation.fr; as-entreprises.fr and secofi.fr 2026',
    day: READ,
    link: 'https://bpifrance-creation.fr/moment-de-vie/quelle-plateforme-choisir-sa-facturation-electronique-2026',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'FR',
    vat_exempt: true,
    phases: [ALLOWED],
    source: 'legifiscal.fr, blog.loueurs.fr (article 261 D, no hotel services)',
    day: '2026-11-27',
    link: 'not found again',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'IT',
    kind: 'business',
    phases: [
      off(
        'Italy: a business invoices through the SdI, or records its takings every day. No document is issued here; your guests get a confirmation of payment.',
        'Italie : une entreprise facture par le SdI, ou déclare ses recettes chaque jour. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
      ),
    ],
    mention: 'Copia di cortesia senza valore fiscale',
    source: 'smoobu.com (since 1.1.2019); fiscoeimmobili.it; ttgitalia 1.2020',
    day: READ,
    link: 'https://www.smoobu.com/it/guides/fattura-casa-vacanze/fattura-elettronica',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'IT',
    kind: 'private',
    homes: 3,
    phases: [
      warned(
        'Italy sees a business from the third home.',
        'L’Italie voit une entreprise à partir du troisième logement.',
        '2026-01-01',
      ),
    ],
    source: 'agostinistudio.com, fiscal-focus.it 2026 (budget law 2026)',
    day: READ,
    link: 'https://agostinistudio.com/blog',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'IT',
    kind: 'private',
    phases: [ALLOWED],
    source: 'agostinistudio.com, idealista.it 2026; cassadigitale.eu (a receipt, with a stamp above 77.47)',
    day: READ,
    link: 'https://agostinistudio.com/blog',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'ES',
    region: 'ES-PV',
    phases: [
      off(
        'Basque Country: invoices need TicketBAI. No document is issued here; your guests get a confirmation of payment.',
        'Pays basque espagnol : les factures exigent TicketBAI. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
      ),
    ],
    source:
      'docs.invopop.com (all three provinces, the last Bizkaia on 1.1.2026); europapress 30.12.2025, dendartean.eus',
    day: READ,
    link: 'https://docs.invopop.com/guides/countries/es-ticketbai',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'ES',
    kind: 'business',
    phases: [
      warned(
        'From 1 January 2027 companies invoice in Spain only with VeriFactu, the self-employed from 1 July 2027.',
        'À partir du 1er janvier 2027, les sociétés ne facturent en Espagne qu’avec VeriFactu ; les indépendants à partir du 1er juillet 2027.',
      ),
      off(
        'Spain: companies invoice only with VeriFactu. No document is issued here; your guests get a confirmation of payment.',
        'Espagne : les sociétés ne facturent qu’avec VeriFactu. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
        '2027-01-01',
      ),
    ],
    source: 'legaltoday.com; sirventasesores.com 12.2025 (RDL 15/2025, confirmed 11.12.2025)',
    day: READ,
    link: 'https://www.legaltoday.com/?p=189249',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'ES',
    kind: 'private',
    phases: [
      warned(
        'From 1 July 2027 all others who invoice in Spain do so only with VeriFactu.',
        'À partir du 1er juillet 2027, tous les autres qui facturent en Espagne ne le font qu’avec VeriFactu.',
      ),
      off(
        'Spain: invoices need VeriFactu. No document is issued here; your guests get a confirmation of payment.',
        'Espagne : les factures exigent VeriFactu. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
        '2027-07-01',
      ),
    ],
    source: 'legaltoday.com; sirventasesores.com 12.2025 (RDL 15/2025, confirmed 11.12.2025)',
    day: READ,
    link: 'https://www.legaltoday.com/?p=189249',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'PT',
    phases: [
      off(
        'Portugal: invoices need a certified program, ATCUD and a QR code. No document is issued here; your guests get a confirmation of payment.',
        'Portugal : les factures exigent un programme certifié, l’ATCUD et un code QR. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
      ),
    ],
    source: 'sage.com/pt-pt (Decree-Law 28/2019: also whoever uses a program); sovos.com/pt, crncontabilidade.pt 2026',
    day: READ,
    link: 'https://www.sage.com/pt-pt/blog/alteracoes-obrigatoriedade-emissoes-faturas/',
    sure: 'two',
  },
  {
    subjects: ['business_documents'],
    country: 'DE',
    phases: [
      ALLOWED,
      warned(
        'Germany, above 250 to a business: who had a turnover above 800,000 in 2026 issues an e-invoice, all others from 1 January 2028. This PDF is none.',
        'Allemagne, au-dessus de 250 à une entreprise : qui a dépassé 800 000 de chiffre d’affaires en 2026 émet une facture électronique, tous les autres à partir du 1er janvier 2028. Ce PDF n’en est pas une.',
        '2027-01-01',
      ),
      warned(
        'Germany: an invoice above 250 to a business is an e-invoice. This PDF is none.',
        'Allemagne : une facture de plus de 250 à une entreprise est électronique. Ce PDF n’en est pas une.',
        '2028-01-01',
      ),
    ],
    source: 'haufe.de (section 27 (39) UStG); stratenwerth-partner 1.2025, counselor.de',
    day: READ,
    link: 'https://haufe.de/steuern/haufe-steuer-office-excellence/aktuelle-aenderungen-im-umsatzsteuerrecht-insbesondere-f-nationaler-zeitplan-zur-umsetzung_idesk_PI25844_HI16154421.html',
    sure: 'two',
  },
  {
    subjects: ['documents'],
    country: 'DE',
    phases: [ALLOWED],
    source: 'orderbase.de (not to consumers); stratenwerth-partner 1.2025',
    day: READ,
    link: 'https://orderbase.de/blog/faq-items/wer-ist-von-der-pflicht-zur-nutzung-von-e-rechnungen-betroffen/',
    sure: 'two',
  },
  {
    subjects: ['business_documents'],
    country: 'BE',
    phases: [
      warned(
        'Belgium: an invoice to a business goes through Peppol. This PDF is a copy.',
        'Belgique : une facture à une entreprise passe par Peppol. Ce PDF est une copie.',
        '2026-01-01',
      ),
    ],
    source: 'informer.eu; combell.com 11.2025, billy.tech',
    day: READ,
    link: 'https://www.informer.eu/nl-be/factureren/e-facturatie-verplicht',
    sure: 'two',
  },
  {
    subjects: ['documents'],
    country: 'BE',
    phases: [ALLOWED],
    source: 'informer.eu (not to consumers); combell.com 11.2025',
    day: READ,
    link: 'https://www.informer.eu/nl-be/factureren/e-facturatie-verplicht',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'NL',
    phases: [ALLOWED],
    source: 'w-o.nl, avrotros 1.1.2026; belastingdienst.nl 30.10.2025 (the rate of lodging, by night)',
    day: READ,
    link: 'https://www.belastingdienst.nl/wps/wcm/connect/bldcontentnl/berichten/nieuws/btw-logies',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'HR',
    kind: 'business',
    phases: [
      off(
        'Croatia: every invoice to a guest is fiscalised, however it is paid. No document is issued here; your guests get a confirmation of payment.',
        'Croatie : chaque facture à un voyageur est fiscalisée, quel que soit le paiement. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
        '2026-01-01',
      ),
    ],
    source: 'Porezna uprava no. 8033; financije.hr; grantthornton.hr',
    day: READ,
    link: 'https://porezna-uprava.gov.hr/hr/fiskalizacija-racuna-u-krajnjoj-potrosnji-b2c-poslovanje/8033',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'HR',
    kind: 'private',
    phases: [ALLOWED],
    source: 'Porezna uprava no. 8033 (names only the self-employed and payers of profit tax)',
    day: READ,
    link: 'https://porezna-uprava.gov.hr/hr/fiskalizacija-racuna-u-krajnjoj-potrosnji-b2c-poslovanje/8033',
    sure: 'one',
  },
  {
    subjects: DOCUMENTS,
    country: 'GR',
    kind: 'business',
    phases: [
      off(
        'Greece: a firm issues through myDATA. No document is issued here; your guests get a confirmation of payment.',
        'Grèce : une entreprise émet par myDATA. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
      ),
    ],
    source: 'support.chekin.com; vatupdate 18.2.2026 (clearance to businesses for all since 1.10.2026)',
    day: READ,
    link: 'https://support.chekin.com/en/-e-invoicing-short-term-rental-compliance-in-greece',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'GR',
    kind: 'private',
    homes: 3,
    phases: [
      off(
        'Greece: from the third home on you issue through myDATA. No document is issued here; your guests get a confirmation of payment.',
        'Grèce : à partir du troisième logement, vous émettez par myDATA. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
      ),
    ],
    source: 'support.chekin.com (law 5073/2023); vatupdate 18.2.2026',
    day: READ,
    link: 'https://support.chekin.com/en/-e-invoicing-short-term-rental-compliance-in-greece',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'GR',
    kind: 'private',
    phases: [ALLOWED],
    source: 'support.chekin.com (one or two homes: no invoice, a declaration by the 20th of the next month)',
    day: READ,
    link: 'https://support.chekin.com/en/-e-invoicing-short-term-rental-compliance-in-greece',
    sure: 'one',
  },
  {
    subjects: ['business_documents'],
    country: 'PL',
    phases: [
      off(
        'Poland: an invoice to a business is issued in KSeF. It is not issued here; such a guest gets a confirmation of payment.',
        'Pologne : une facture à une entreprise est émise dans KSeF. Elle ne l’est pas ici ; ce voyageur reçoit une confirmation de paiement.',
        '2026-04-01',
      ),
    ],
    source: 'prawo.pl; ifirma.pl; businessinsider.pl 9.2025 (the smallest from 1.1.2027)',
    day: READ,
    link: 'https://www.prawo.pl/podatki/ksef-dla-malych-firm-kto-skorzysta-z-odroczenia,535551.html',
    sure: 'two',
  },
  {
    subjects: ['documents'],
    country: 'PL',
    phases: [ALLOWED],
    source: 'i-malaksiegowosc.pl (consumers are outside KSeF); nex.katowice',
    day: READ,
    link: 'https://www.i-malaksiegowosc.pl/faktury-b2c-na-rzecz-osob-fizycznych-czy-trafiaja-do-ksef',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'RO',
    phases: [
      off(
        'Romania: invoices go through RO e-Factura, to guests too. No document is issued here; your guests get a confirmation of payment.',
        'Roumanie : les factures passent par RO e-Factura, aussi celles aux voyageurs. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
        '2025-01-01',
      ),
    ],
    source: 'smarttax.ro 3.2025, universulfiscal.ro 7.2025 (OUG 138/2024); capital.ro 1.2026',
    day: READ,
    link: 'https://smarttax.ro/blog/e-factura-b2c-nelamuriri-fiscale-68',
    sure: 'two',
  },
  {
    subjects: DOCUMENTS,
    country: 'HU',
    phases: [
      off(
        'Hungary: lodging needs a program that reports to NTAK, and invoices go to the NAV. No document is issued here; your guests get a confirmation of payment.',
        'Hongrie : l’hébergement exige un programme qui déclare au NTAK, et les factures vont au NAV. Aucun document n’est émis ici ; vos voyageurs reçoivent une confirmation de paiement.',
      ),
    ],
    source: 'info.ntak.hu (the program); the NAV is supposed',
    day: READ,
    link: 'https://info.ntak.hu/regisztracio',
    sure: 'one',
  },
  ...['AT', 'CH', 'CZ', 'GB'].map(
    (country): Row => ({
      subjects: DOCUMENTS,
      country,
      phases: [ALLOWED],
      source: 'no duty was found',
      day: '2026-11-27',
      link: 'not found again',
      sure: 'supposed',
    }),
  ),
  {
    subjects: ['cash'],
    country: 'FR',
    vat_exempt: false,
    phases: [
      off(
        'France: a firm with VAT that records its guests’ cash or cheques needs a program with a certificate or its maker’s attestation. Keep them in your till.',
        'France : une entreprise soumise à la TVA qui enregistre les espèces ou les chèques de ses voyageurs a besoin d’un logiciel avec certificat ou attestation de l’éditeur. Tenez-les dans votre caisse.',
      ),
    ],
    source: 'linuxfr.org 7.2.2026 (Finance Act 2026, article 125); april.org 4.2.2026; lemondedudroit 2018',
    day: READ,
    link: 'https://linuxfr.org/news/retablissement-de-l-auto-attestation-pour-les-logiciels-de-caisse-l-aboutissement-d-une-annee-de-mobilisation',
    sure: 'two',
  },
  {
    subjects: ['cash'],
    country: 'FR',
    vat_exempt: true,
    phases: [ALLOWED],
    source: 'pasteque.org (the exempt are outside); april.org',
    day: READ,
    link: 'https://www.pasteque.org/Dates-d-application-du-retrait-des-attestations-individuelles?debut_articles_rubrique=0&lang=fr',
    sure: 'two',
  },
  {
    subjects: ['cash'],
    country: 'DE',
    phases: [
      off(
        'Germany: a program that can record cash needs a TSE. Keep cash and cheques in a paper drawer.',
        'Allemagne : un programme qui peut enregistrer des espèces a besoin d’un TSE. Tenez espèces et chèques dans une caisse sur papier.',
      ),
    ],
    source: 'nwb.de (section 146a AO, KassenSichV: being able to is enough); lodgit, easybooking',
    day: READ,
    link: 'https://nwb.de/kassenfuehrung/kassenfuehrung-2020-grundlagen-hinweise-beratung-bargeld-branchen-12042021',
    sure: 'two',
  },
  {
    subjects: ['cash'],
    country: 'AT',
    phases: [
      warned(
        'Austria: from a turnover of 15,000 and 7,500 in cash a year, a cash register is compulsory. A card at the desk counts as cash.',
        'Autriche : à partir de 15 000 de chiffre d’affaires et 7 500 en espèces par an, une caisse enregistreuse est obligatoire. Une carte à l’accueil compte comme des espèces.',
      ),
    ],
    source: 'gastrofix; OeStZ 2015 no. 919 (section 131b BAO)',
    day: READ,
    link: 'https://support.gastrofix.com/hc/de/sections/360003449337-Registrierkassensicherheitsverordnung-RKSV',
    sure: 'two',
  },
  {
    subjects: ['cash'],
    country: 'IT',
    phases: [
      warned(
        'Italy: takings are recorded in a register or in the tax office’s web form. What you record here does not replace it.',
        'Italie : les recettes sont enregistrées dans une caisse ou dans le formulaire web du fisc. Ce que vous enregistrez ici ne le remplace pas.',
      ),
    ],
    source: 'fiscal-focus.it, studiopizzano.it 20.2.2026 (terminals, virtual too, are declared since 2026)',
    day: READ,
    link: 'https://www.fiscal-focus.it/news,181965',
    sure: 'two',
  },
  {
    subjects: ['cash'],
    country: 'CZ',
    phases: [
      warned(
        'Czech Republic: EET 2.0 is planned from 1 January 2027 for payment in person. Whether it has passed was not found.',
        'Tchéquie : l’EET 2.0 est prévue à partir du 1er janvier 2027 pour les paiements en personne. Son adoption n’a pas été trouvée.',
      ),
    ],
    source: 'mesec.cz 18.2.2026; ct24 28.1.2026; expat-tax.cz (first reading 3.6.2026, not found again)',
    day: READ,
    link: 'https://www.mesec.cz/aktuality/schillerova-predstavila-eet-2-0-evidovat-trzby-je-normalni-fronty-u-festivalovych-bankomatu-skonci-rika/',
    sure: 'two',
  },
  ...['HR', 'GR', 'RO', 'HU', 'PT', 'PL'].map(
    (country): Row => ({
      subjects: ['cash'],
      country,
      phases: [
        off(
          'Cash there goes through a fiscal device or a certified program, as far as is known. Record cash and cheques in it.',
          'Les espèces y passent par un appareil fiscal ou un programme certifié, autant que l’on sache. Enregistrez-y espèces et chèques.',
        ),
      ],
      source: 'as documents, or a fiscal device',
      day: '2026-11-27',
      link: 'not found again',
      sure: 'supposed',
    }),
  ),
]

const NOT_KNOWN: Sentence = { en: 'Not known here.', fr: 'Non connu ici.' }
/** A change is announced this many days before it takes effect. */
const ANNOUNCED_DAYS = 90

/** The rule for a seller on a day. */
export interface Rule {
  state: LawfulState
  text: Sentence | null
  /** A change that is near enough to be announced. */
  next: { from: string; state: LawfulState; text: Sentence | null } | null
  /** The person on whose word it is allowed against the row. */
  allowed_by: string | null
  row: Row | null
}

export type Rules = Record<Subject, Rule>

const fits = (row: Row, { country, region, kind, vat_exempt, homes }: SellerFacts): boolean =>
  row.country === country &&
  (row.region === undefined || row.region === region) &&
  (row.kind === undefined || row.kind === kind) &&
  (row.vat_exempt === undefined || row.vat_exempt === vat_exempt) &&
  (row.homes === undefined || row.homes <= homes)

/** The rules for a seller on a day. */
export const rulesOn = (today: string, seller: SellerFacts): Rules => ({
  documents: ruleFor('documents', seller, today),
  business_documents: ruleFor('business_documents', seller, today),
  cash: ruleFor('cash', seller, today),
})

/** The rules for a seller today. The countries of the table change their laws at midnight of about this zone. */
export function rulesOf(seller: SellerFacts): Rules {
  days ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })
  return rulesOn(days.format(Date.now()), seller)
}

let days: Intl.DateTimeFormat | undefined

function ruleFor(subject: Subject, seller: SellerFacts, today: string): Rule {
  const row = ROWS.find((one) => one.subjects.includes(subject) && fits(one, seller)) ?? null
  if (!row) return { state: 'unknown', text: NOT_KNOWN, next: null, allowed_by: null, row }
  const { state, text = null } = row.phases.findLast(({ from = today }) => from <= today) ?? ALLOWED
  const said = subject === 'cash' ? seller.cash_allowed_by : seller.documents_allowed_by
  if (said !== null) return { state: state === 'off' ? 'allowed' : state, text, next: null, allowed_by: said, row }
  const announced = addDays(today, ANNOUNCED_DAYS)
  const later = row.phases.find(({ from }) => from !== undefined && from > today && from <= announced)
  const next = later?.from === undefined ? null : { from: later.from, state: later.state, text: later.text ?? null }
  return { state, text, next, allowed_by: null, row }
}
