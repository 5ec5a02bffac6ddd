import { ADDRESS, HOME } from './ids.ts'

const TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI3In0.c2VqdXI'
const MAILED_TOKEN = 'q3Zr1yXo9nT0vKfE5bWcA7uHsLd2mPgJ'

/** Accounts, policies, notifications. */
export const people = {
  // People.
  'User.subscription': null,
  company: 'Atelier Durand SARL',
  vat_number: 'FR40303265045',
  'Billing.address': '12, rue de la République\n69002 Lyon',
  'updateBilling.address': '12, rue de la République\n69002 Lyon',
  'updateProfile.subscription': null,
  'User.id': 7,
  'user.id': 7,
  'login.id': 7,
  'finishSignIn.id': 7,
  'finishGoogleSignIn.id': 7,
  'finishFacebookSignIn.id': 7,
  username: 'camille',
  first_name: 'Camille',
  last_name: 'Durand',
  job: 'Architecte',
  location: 'Lyon',
  phone: '+33612345678',
  email: ADDRESS,
  login: ADDRESS,
  password: 'correct horse battery',
  password_confirmation: 'correct horse battery',
  current_password: 'the one before',
  role: 'user',
  locale: 'fr',
  avatar: '/storage/avatars/5f0c2d9e.webp',
  token: TOKEN,
  newToken: TOKEN,
  'register.body': {
    username: 'camille',
    first_name: 'Camille',
    last_name: 'Durand',
    country_id: 'FR',
    phone: '+33612345678',
    email: ADDRESS,
    password: 'correct horse battery',
    password_confirmation: 'correct horse battery',
  },
  'verifyEmail.body': { token: MAILED_TOKEN },
  'verifyEmailByLink.token': MAILED_TOKEN,
  'undoChange.token': MAILED_TOKEN,
  'previewUndo.token': MAILED_TOKEN,
  'updateProfile.body': { job: 'Architecte', location: 'Lyon', locale: 'fr' },
  code: '482913',
  reset_token: MAILED_TOKEN,
  'exportAccount.data': {
    profile: { id: 7, username: 'camille', first_name: 'Camille', last_name: 'Durand', email: ADDRESS },
    settings: { email_notifications: true, push_notifications: true, marketing_emails: false },
    reservations: [{ id: 12, property_id: HOME, check_in: '2027-07-14', check_out: '2027-07-17', status: 'confirmed' }],
    payments: [{ id: 9, reservation_id: 12, status: 'paid', amount_cents: 12326, currency: 'EUR' }],
  },

  // Policies.
  'Policy.status': 'published',
  'Policy.title': 'Conditions générales',
  'createPolicy.body': { type: 'terms', locale: 'fr', title: 'Conditions générales', content: 'Article 1…' },
  'updatePolicy.body': { content: 'Article 1, revu…', status: 'published' },
  policy_id: 1,
  version: 1,
  content: 'Article 1…',
  content_hash: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',

  // Notifications and channels.
  'Notification.type': 'reservation_confirmed',
  'Notification.title': 'Réservation confirmée',
  'Notification.message':
    'La réservation est confirmée : « Cabanon face aux îles du Frioul », du 14 au 17 juillet 2027.',
  'Notification.data': {
    reservation_id: 12,
    home: 'Cabanon face aux îles du Frioul',
    check_in: '2027-07-14',
    check_out: '2027-07-17',
  },
  'Notification.read_at': null,
  marketing_emails: false,
  socket_id: '1234.5678',
  channel_name: 'private-user.7',
  user_data: '{"id":"7","user_info":{"id":7,"username":"camille","avatar":null}}',
  auth: 'sejour-key:c579fc2a561117522b5094231b2fc2bbebada33d29101d940fd57c9b840e45fc',
  'receiveStripeEvent.body': {
    id: 'evt_1a2b3c',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_a1b2c3' } },
  },
}
