import { addDays } from '../../platform/lib/days.ts'

/**
 * Values shared by examples: objects of the demo (src/dev/demo), whose ids are fixed, and days counted from today, so that the
 * examples work when somebody tries them.
 */

const today = new Date().toISOString().slice(0, 10)
export const inDays = (count: number): string => addDays(today, count)
export const at = (count: number, time = '08:30'): string => `${inDays(count)}T${time}:00.000Z`

/** The id of a home of the demo by its place in its list, from 0; the drafts come last. */
export const homeId = (place: number): string => `0198b1c2-7d3e-7f40-8a51-${place.toString(16).padStart(12, '0')}`

/** Martin's home in Marseille, its title, and how others read its calendar. */
export const HOME = homeId(7)
export const HOME_TITLE = 'Cabanon face aux îles du Frioul'
export const CALENDAR = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
/** A home of Martin's in which Camille has stayed without a review yet. */
export const STAYED_HOME = homeId(1)
/** A home that Martin has not finished. */
export const DRAFT_HOME = homeId(40)

/** A webhook endpoint of Martin's, which is paused. */
export const ENDPOINT = '0198b1c2-af50-7b72-8384-9e6f10213243'

/** Noah's place in Martin's team; Martin's invitation for Camille, with the key of its mail. */
export const TEAM_MEMBER = '0198b1c2-b262-7ea4-b5b6-102132435467'
export const INVITATION = '0198b1c2-b262-7ea4-b5b6-102132435466'
export const INVITATION_KEY = 'demo-invitation'

/** A seller of Martin's. */
export const SELLER = 1

/** An API key of Martin's. */
export const API_KEY = '0198b1c2-b061-7c83-9495-af7021324354'
/** A session of Camille's. */
export const SESSION = '0198b1c2-b161-7d93-a4a5-0f2132435465'

export const CAMILLE = 1
export const MARTIN = 2
export const NOAH = 8
export const ADDRESS = 'camille@demo.sejour'
/** Keys of the links in Camille's mails. */
export const MAIL_KEY = '3f1d7a52-8a0c-4f86-b4b9-2f3e2d1c0b9a'

/** A quote for Martin's home, free days of it, and days that are closed there. */
export const QUOTE = '0198b1c2-9e4f-7a61-b273-8d5e0f1a2b3c'
export const FREE = { check_in: inDays(120), check_out: inDays(123) }
export const CLOSED = { start_date: inDays(140), end_date: inDays(142) }
/** An owner's stay in it: its id, and its days. */
export const OWNER_STAY = 2
export const OWNER_DAYS = { start_date: inDays(160), end_date: inDays(163) }

/** Camille's stay at Martin's home, whose deposit is paid. */
export const STAY = 1
export const PAYMENT = 1
/** Camille's open request to stay a night longer. */
export const CHANGE_REQUEST = 1
/** A supplement of it that was paid in cash today. */
export const PAID_IN_CASH = 64
export const PAY_KEY = '5b0a1f6e-8d0c-4f53-8a51-0a9d8a4e7c11'
export const INVOICE_KEY = '0197a3c2-6f1e-7c44-9d0a-3f6f0a1b2c3d'
export const CHECKOUT = 'cs_test_demo1'
/** Her stay of today. */
export const IN_HOUSE = 12
/** A stay of hers that is cancelled, and an inquiry of another guest in a home of Martin's. */
export const CANCELLED = { stay: 14, payment: 2 }
export const INQUIRY = 13

/** Messages of Camille and Martin; his answer has a picture. */
export const QUESTION_TEXT = 'Bonjour, le cabanon a-t-il un lit de bébé ?'
export const QUESTION = 1
export const ANSWER = 2
/** A notification of Camille's. */
export const NOTIFICATION = 80
/** A review by Camille, and one of Martin's homes without a reply. */
export const REVIEW = 4
export const UNANSWERED_REVIEW = 2

/** A photo of Martin's home, and its subscription of a channel manager. */
export const PHOTO = 36
export const PHOTO_TEXT = 'La terrasse au couchant'
export const PICTURE = 'https://sejour.example/storage/properties/8c1f4b7a.webp'
export const WEBHOOK = '0198b1c3-2a5b-7c82-9d14-3e6f7a8b9c0d'

/** Arrival at Martin’s home, and a picture of it. */
export const CONTRACT = {
  fr: 'La location est faite pour les nuits convenues.',
  en: 'The home is let for the agreed nights.',
}
export const ARRIVAL_WAY = 'Depuis la gare Saint-Charles, bus 83 jusqu’au vallon des Auffes.'
export const ARRIVAL_DOOR = 'La boîte à clés est à gauche du portail bleu.'
export const ARRIVAL_PICTURE = 'Le portail bleu'

/** A property of the channel manager that is assigned to Martin. */
export const REMOTE_PROPERTY = '716305c4-561a-4561-a187-7f5b8aeb5920'

/** A task of Martin's at his home, with a picture, and the calendar of his tasks. */
export const TASK = 1
export const TASK_PICTURE = 1
export const TASK_CALENDAR = '5d1f2a90-3c47-4f5e-9b7a-6e2d8c0b4a13'

/** A session token, a token of a mailed link, and the id of a passkey: made up. */
export const TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI3In0.c2VqdXI'
export const MAILED_TOKEN = 'q3Zr1yXo9nT0vKfE5bWcA7uHsLd2mPgJ'
export const CREDENTIAL = 'Hn5vK2pXc8eQ0sWbT7mYdA'
/** The revision of a booking at the channel manager. */
export const REVISION = '0198b1c4-5c6d-7e93-8f25-4a7b8c9d0e1f'
export const CALENDAR_URL = `https://sejour.example/api/v1/calendars/properties/${HOME}/ical/${CALENDAR}.ics`
