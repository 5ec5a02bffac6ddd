import type { Amenity, PropertyType } from '../../platform/db/enums.ts'

/** The demo homes: invented homes in real places. */

export const DEMO_PASSWORD = 'demo-sejour'

export const ACCOUNTS = {
  guest: {
    username: 'camille',
    first_name: 'Camille',
    last_name: 'Durand',
    email: 'camille@demo.sejour',
    phone: '+33600000001',
  },
  owner: {
    username: 'martin',
    first_name: 'Martin',
    last_name: 'Leroy',
    email: 'martin@demo.sejour',
    phone: '+33600000002',
  },
  desk: {
    username: 'nadia',
    first_name: 'Nadia',
    last_name: 'Amrani',
    email: 'nadia@demo.sejour',
    phone: '+33600000009',
  },
  cleaner: {
    username: 'awa',
    first_name: 'Awa',
    last_name: 'Diallo',
    email: 'awa@demo.sejour',
    phone: '+33600000010',
  },
  support: {
    username: 'sophie',
    first_name: 'Sophie',
    last_name: 'Bernard',
    email: 'sophie@demo.sejour',
    phone: '+33600000003',
  },
  admin: {
    username: 'agnes',
    first_name: 'Agnès',
    last_name: 'Petit',
    email: 'agnes@demo.sejour',
    phone: '+33600000004',
  },
} as const

/** Further people of the demo, who own homes abroad and have stayed before. Nobody needs to sign in as them. */
export const OTHERS = {
  ines: { username: 'ines', first_name: 'Inês', last_name: 'Costa', email: 'ines@demo.sejour', phone: '+33600000005' },
  jonas: {
    username: 'jonas',
    first_name: 'Jonas',
    last_name: 'Weber',
    email: 'jonas@demo.sejour',
    phone: '+33600000006',
  },
  lea: { username: 'lea', first_name: 'Léa', last_name: 'Fontaine', email: 'lea@demo.sejour', phone: '+33600000007' },
  noah: { username: 'noah-b', first_name: 'Noah', last_name: 'Berg', email: 'noah@demo.sejour', phone: '+33600000008' },
} as const

/** Owners of the homes of a country; Martin owns those of all others. */
export const OWNERS: Record<string, keyof typeof OTHERS> = {
  ES: 'ines',
  IT: 'ines',
  PT: 'ines',
  GB: 'jonas',
  DE: 'jonas',
  NL: 'jonas',
  BE: 'jonas',
}

/** Reviews by guests of the demo, with their stars. */
export const REVIEWS: [rating: number, content: string, reply?: string][] = [
  [5, 'La vue, le calme, un accueil parfait. On reviendra.', 'Merci, et à bientôt !'],
  [4, 'Très bien situé, un peu bruyant le samedi soir.'],
  [5, 'Tout était propre et l’arrivée très simple. La cuisine a tout ce qu’il faut.'],
  [
    3,
    'Joli logement, mais le chauffage a mis longtemps à partir.',
    'Le radiateur est réparé depuis, merci de l’avoir dit.',
  ],
  [5, 'Spotless, quiet, and five minutes from everything. Martin answers within minutes.'],
  [4, 'Bon rapport qualité-prix, literie très confortable.'],
  [5, 'Les enfants ont adoré la terrasse. Rien à redire.'],
  [2, 'Photos plus belles que la réalité, et pas de place pour se garer.'],
]

/** The texts that everybody has to accept. */
export const POLICIES = [
  {
    type: 'terms',
    titles: { fr: 'Conditions générales d’utilisation', en: 'Terms of use' },
    contents: {
      fr: 'Article 1. Séjour met en relation des voyageurs et des hôtes.\n\nArticle 2. Chacun est responsable de ce qu’il publie et réserve.',
      en: 'Article 1. Séjour brings guests and hosts together.\n\nArticle 2. Everybody is responsible for what they publish and book.',
    },
  },
  {
    type: 'privacy',
    titles: { fr: 'Confidentialité', en: 'Privacy' },
    contents: {
      fr: 'Nous gardons ce qu’un séjour demande, et rien de plus. Vous pouvez exporter et effacer vos données.',
      en: 'We keep what a stay needs, and nothing more. You can export and erase your data.',
    },
  },
] as const

interface DemoCity {
  country: string
  city: string
  /** With # for the number. */
  street: string
  /** In the spelling of GeoNames. */
  homes: [title: string, type: PropertyType, price: number, guests: number, bedrooms: number, amenities: Amenity[]][]
}

export const CITIES: DemoCity[] = [
  {
    country: 'FR',
    city: 'Paris',
    street: '# rue Oberkampf',
    homes: [
      ['Studio sous les toits de Montmartre', 'studio', 95, 2, 0, ['wifi', 'kitchen', 'heating']],
      [
        'Appartement haussmannien près du canal Saint-Martin',
        'apartment',
        165,
        4,
        2,
        ['wifi', 'kitchen', 'elevator', 'workspace'],
      ],
      ['Loft d’artiste à Belleville', 'loft', 140, 3, 1, ['wifi', 'kitchen', 'workspace']],
      ['Péniche amarrée quai de Seine', 'houseboat', 210, 4, 2, ['wifi', 'kitchen', 'terrace']],
    ],
  },
  {
    country: 'FR',
    city: 'Lyon',
    street: '# rue des Trois Maries',
    homes: [
      ['Traboule et pierres dorées dans le Vieux Lyon', 'apartment', 98, 4, 2, ['wifi', 'kitchen', 'heating']],
      ['Canut lumineux à la Croix-Rousse', 'loft', 110, 4, 2, ['wifi', 'kitchen', 'workspace']],
      ['Maison avec jardin à Monplaisir', 'house', 145, 6, 3, ['wifi', 'kitchen', 'garden', 'parking']],
    ],
  },
  {
    country: 'FR',
    city: 'Marseille',
    street: '# rue Sainte',
    homes: [
      ['Cabanon face aux îles du Frioul', 'cottage', 120, 4, 2, ['wifi', 'kitchen', 'sea_view', 'terrace']],
      ['Appartement au Panier', 'apartment', 85, 3, 1, ['wifi', 'kitchen', 'air_conditioning']],
      ['Villa à deux pas des calanques', 'villa', 260, 8, 4, ['wifi', 'kitchen', 'pool', 'parking', 'sea_view']],
    ],
  },
  {
    country: 'FR',
    city: 'Nice',
    street: '# rue de France',
    homes: [
      ['Balcon sur la Promenade', 'apartment', 130, 4, 2, ['wifi', 'kitchen', 'sea_view', 'elevator']],
      ['Studio du marché aux fleurs', 'studio', 78, 2, 0, ['wifi', 'kitchen', 'air_conditioning']],
    ],
  },
  {
    country: 'FR',
    city: 'Bordeaux',
    street: '# rue Notre-Dame',
    homes: [
      ['Échoppe bordelaise et sa cour', 'house', 118, 5, 2, ['wifi', 'kitchen', 'garden']],
      ['Appartement quai des Chartrons', 'apartment', 105, 4, 2, ['wifi', 'kitchen', 'elevator']],
    ],
  },
  {
    country: 'FR',
    city: 'Strasbourg',
    street: '# rue du Bain aux Plantes',
    homes: [
      ['Colombages de la Petite France', 'apartment', 112, 4, 2, ['wifi', 'kitchen', 'heating']],
      ['Chambre chez un luthier', 'guest_house', 58, 2, 1, ['wifi', 'heating']],
    ],
  },
  {
    country: 'FR',
    city: 'Annecy',
    street: '# rue Sainte-Claire',
    homes: [
      ['Chalet au-dessus du lac', 'chalet', 190, 8, 4, ['wifi', 'kitchen', 'fireplace', 'parking', 'terrace']],
      ['Appartement dans la vieille ville', 'apartment', 115, 4, 2, ['wifi', 'kitchen']],
    ],
  },
  {
    country: 'FR',
    city: 'Orléans',
    street: '# rue de Bourgogne',
    homes: [
      ['Maison de vigneron au bord de Loire', 'house', 92, 5, 2, ['wifi', 'kitchen', 'garden', 'parking']],
      ['Gîte des mariniers', 'cottage', 74, 4, 2, ['wifi', 'kitchen', 'pets_allowed']],
    ],
  },
  {
    country: 'FR',
    city: 'Saint-Malo',
    street: '# rue de Dinan',
    homes: [
      ['Malouinière intra-muros', 'house', 175, 6, 3, ['wifi', 'kitchen', 'sea_view', 'fireplace']],
      ['Tiny house derrière la dune', 'tiny_house', 68, 2, 1, ['kitchen', 'garden', 'pets_allowed']],
    ],
  },
  {
    country: 'FR',
    city: 'Biarritz',
    street: '# rue Gambetta',
    homes: [
      ['Appartement de la Côte des Basques', 'apartment', 150, 4, 2, ['wifi', 'kitchen', 'sea_view']],
      ['Villa basque et piscine', 'villa', 320, 10, 5, ['wifi', 'kitchen', 'pool', 'garden', 'parking']],
    ],
  },
  {
    country: 'ES',
    city: 'Barcelona',
    street: 'Carrer de Verdi, #',
    homes: [
      ['Ático en Gràcia con terraza', 'apartment', 135, 4, 2, ['wifi', 'kitchen', 'air_conditioning', 'terrace']],
      ['Habitación en el Born', 'apartment', 62, 2, 1, ['wifi', 'air_conditioning']],
    ],
  },
  {
    country: 'IT',
    city: 'Rome',
    street: 'Via della Lungaretta, #',
    homes: [
      ['Casa a Trastevere', 'apartment', 128, 4, 2, ['wifi', 'kitchen', 'air_conditioning']],
      ['Attico vicino al Pantheon', 'apartment', 198, 4, 2, ['wifi', 'kitchen', 'terrace', 'elevator']],
    ],
  },
  {
    country: 'PT',
    city: 'Lisbon',
    street: 'Rua de São Miguel, #',
    homes: [
      ['Casa de azulejos em Alfama', 'house', 104, 4, 2, ['wifi', 'kitchen', 'washing_machine']],
      ['Estúdio no Bairro Alto', 'studio', 70, 2, 0, ['wifi', 'kitchen']],
    ],
  },
  {
    country: 'BE',
    city: 'Brussels',
    street: '# rue de Savoie',
    homes: [['Maison Art nouveau à Saint-Gilles', 'house', 142, 6, 3, ['wifi', 'kitchen', 'garden']]],
  },
  {
    country: 'CH',
    city: 'Genève',
    street: '# rue des Pâquis',
    homes: [['Appartement vue jet d’eau', 'apartment', 185, 4, 2, ['wifi', 'kitchen', 'elevator', 'workspace']]],
  },
  {
    country: 'GB',
    city: 'Edinburgh',
    street: '# Dundas Street',
    homes: [['Georgian flat in the New Town', 'apartment', 138, 4, 2, ['wifi', 'kitchen', 'heating', 'fireplace']]],
  },
  {
    country: 'DE',
    city: 'Berlin',
    street: 'Oranienstraße #',
    homes: [
      ['Altbau in Kreuzberg', 'apartment', 96, 4, 2, ['wifi', 'kitchen', 'washing_machine', 'workspace']],
      ['Fabrikloft an der Spree', 'loft', 155, 5, 2, ['wifi', 'kitchen', 'elevator']],
    ],
  },
  {
    country: 'NL',
    city: 'Amsterdam',
    street: 'Bloemgracht #',
    homes: [['Woonboot in de Jordaan', 'houseboat', 205, 4, 2, ['wifi', 'kitchen', 'terrace']]],
  },
  {
    country: 'MA',
    city: 'Marrakesh',
    street: '# Derb Dabachi',
    homes: [['Riad au cœur de la médina', 'guest_house', 88, 6, 3, ['wifi', 'kitchen', 'pool', 'terrace']]],
  },
  {
    country: 'CA',
    city: 'Montréal',
    street: '# rue Rachel',
    homes: [['Triplex du Plateau', 'apartment', 120, 5, 2, ['wifi', 'kitchen', 'washing_machine']]],
  },
  {
    country: 'FR',
    city: 'Chamonix-Mont-Blanc',
    street: '# rue du Docteur Paccard',
    homes: [
      ['Mazot au pied des aiguilles', 'chalet', 160, 4, 2, ['wifi', 'kitchen', 'fireplace', 'parking']],
      ['Chambre du refuge des guides', 'guest_house', 66, 2, 1, ['heating', 'fireplace']],
    ],
  },
]
