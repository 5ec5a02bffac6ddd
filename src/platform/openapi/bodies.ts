import { nameOf, type OpenApiDocument, type Operation, type Schema } from './document.ts'

/** Fields of request bodies that say nothing of themselves, and mean the same wherever they stand. */
const FIELDS: Record<string, string> = {
  accuracy: 'Whether the description fits, 1 to 5',
  action: 'Change of these days',
  address: 'Street and number',
  adults: 'Number of adults',
  alt: 'Words for who does not see the picture',
  amenities: 'Ids of amenities',
  attestationObject: 'From the browser, as it answered',
  authenticatorData: 'From the browser, as it answered',
  avatar: 'Picture of the account: jpeg, png or webp, at most 5 MB',
  bathrooms: 'Number of bathrooms',
  bedrooms: 'Number of bedrooms',
  beds: 'Number of beds',
  birth_date: 'Day of birth',
  birth_place: 'Place of birth',
  booking_window_days: 'How many days ahead a stay can be booked',
  by: 'Side that the export is for',
  callback_url: 'Address that receives the events',
  cancellation_policy: 'Terms of a cancellation',
  caption: 'Words below the picture',
  challenge: 'Challenge of the sign-in that is to be completed',
  channel_name: 'Channel to join',
  check_in: 'Day of arrival, the first night',
  check_in_time: 'From when guests arrive',
  check_out: 'Day of departure, after the last night',
  check_out_time: 'Until when guests leave',
  children: 'Number of children',
  city: 'City of residence',
  city_id: 'Id of the city',
  cleaning_fee: 'Price of the cleaning',
  cleanliness: 'Cleanliness, 1 to 5',
  clientDataJSON: 'From the browser, as it answered',
  closed_to_arrival: 'Whether nobody may arrive on these days',
  closed_to_departure: 'Whether nobody may leave on these days',
  code: 'The code',
  collected_by: 'Who collects the price from the guest',
  communication: 'Communication, 1 to 5',
  company: 'Name of the company that is invoiced',
  contact: 'How the guest is reached',
  content: 'The text',
  country: 'Country of residence',
  country_id: 'Code of the country',
  currency: 'Currency of the prices',
  current_password: 'Password of the account now',
  day: 'Day on which it is to be done',
  deposit_percent: 'Part of the total that is due at booking',
  description: 'What it is, in a few words or more',
  document_number: 'Number of the document',
  document_type: 'Kind of document of identity',
  effective_at: 'When it begins to apply',
  email: 'E-mail address',
  email_notifications: 'Whether notifications are mailed',
  en: 'In English',
  end_date: 'The last day',
  ends: 'Whether events end on the last night or the day of departure',
  expected_arrival: 'Hour of arrival, as announced',
  export: 'What is exported',
  extra_guest_fee: 'Price of a further guest for a night',
  file: 'The file',
  first_name: 'First name',
  fr: 'In French',
  guest: 'Who stays',
  guests: 'Number of guests',
  id: 'From the browser, as it answered',
  included_guests: 'Number of guests in the price of a night',
  infants: 'Number of infants, who need no bed',
  inquiry: 'true: asks the owner first, and holds no nights',
  instant_book: 'Whether guests book without asking first',
  is_active: 'Whether it is in use',
  is_default: 'Whether it is charged when no other is named',
  is_mandatory: 'Whether users have to agree to it',
  job: 'Occupation',
  kind: 'Kind of it',
  label: 'What it is for, as on the invoice',
  labels: 'Labels of the company',
  language: 'Language in which the guest is written to',
  last_name: 'Last name',
  latitude: 'Degrees north',
  lead_time_days: 'Days between the booking and the arrival at least',
  locale: 'Language',
  location: 'Location',
  login: 'E-mail address, phone number or username',
  longitude: 'Degrees east',
  marketing_emails: 'Whether news of the service are mailed',
  max_guests: 'Number of guests at most',
  max_stay: 'Number of nights at most',
  message: 'Words to the owner',
  message_id: 'Up to which message',
  method: 'How the money moved',
  min_stay: 'Number of nights at least',
  name: 'Name',
  neighborhood_id: 'Id of the part of the city',
  note: 'A note of the company, which guests do not see',
  passkey: 'Answer of the browser to the options of the passkey',
  password: 'Password, of 8 characters at least',
  password_confirmation: 'The same password again',
  pay: 'How the amount due now is asked for',
  payment_method_id: 'Id of the saved card',
  pays: 'What the money is for',
  percent: 'Percentage',
  phone: 'Telephone number',
  photo: 'Picture: jpeg, png or webp, at most 5 MB',
  picture: 'Picture: jpeg, png or webp, at most 5 MB',
  position: 'Place in the order, from 0',
  price_per_night: 'Price of a night',
  proof: 'Proof that it is the owner of the account',
  property_id: 'Id of the home',
  property_type: 'Type of home',
  provider: 'The channel manager',
  push_notifications: 'Whether notifications are pushed',
  quote_id: 'Id of a quote, in place of home, days and guests',
  rating: 'The stay in all, 1 to 5',
  rawId: 'From the browser, as it answered',
  reason: 'Why; people read it',
  receiver_id: 'Id of the user who receives it',
  remarks: 'Remarks of the guest',
  remote_property_id: 'Id of the home at the channel manager',
  reservation_id: 'Id of the stay that it is about',
  reset_token: 'Token that the code was exchanged for',
  response: 'From the browser, as it answered',
  role: 'Role in the team',
  room_type: 'Type of room',
  scores: 'The stay in its parts',
  season_description: 'What the season is, in words',
  season_end_date: 'Last day of the season',
  season_libelle: 'Name of the season',
  season_max_stay: 'Number of nights at most',
  season_min_stay: 'Number of nights at least',
  season_reduction_percent: 'Reduction in percent',
  season_reduction_policy: 'Which stays are reduced',
  season_start_date: 'First day of the season',
  season_status: 'Whether the season applies',
  send_data: 'Whether events carry their data',
  sex: 'Sex, as in the document',
  signature: 'From the browser, as it answered',
  socket_id: 'Id of the socket',
  source: 'How it is sent',
  start_date: 'The first day',
  status: 'State that it is to have',
  texts: 'Its words, by language',
  title: 'Title',
  transports: 'From the browser, as it answered',
  travellers: 'Who stays, everybody',
  trigger: 'When it is sent',
  type: 'Kind of it',
  url: 'Address',
  username: 'Name by which the account is known',
  value: 'Value for money, 1 to 5',
  vat_number: 'VAT number of the company',
  webhook_id: 'Id of the subscription; by default that of the home',
  wifi: 'Network of the home',
}

const isFile = ({ format, anyOf = [] }: Schema): boolean => format === 'binary' || anyOf.some(isFile)

/** Gives the fields of request bodies their meaning, also those of fields of fields. */
export function describeFields({ requestBody }: Operation, { components }: OpenApiDocument): void {
  const seen = new Set<Schema>()
  const visit = (given: Schema): void => {
    const schema = components.schemas[nameOf(given.$ref)] ?? given
    if (seen.has(schema)) return
    seen.add(schema)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const named = components.schemas[nameOf(field.$ref)]
      if (!named?.description) field.description ??= FIELDS[name]
      visit(field)
    }
    for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      if (part) visit(part)
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) visit(schema)
}

/** JSON has no files: where a form takes one, a JSON body has the other fields, and null where that removes the file. */
export function leaveFilesToForms({ requestBody }: Operation, { components }: OpenApiDocument): void {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  if (!json?.schema || !form) return
  const name = nameOf(json.schema.$ref)
  const whole = components.schemas[name] ?? json.schema
  const fields = Object.entries(whole.properties ?? {})
  if (!fields.some(([, field]) => isFile(field))) return
  const kept = fields.flatMap(([field, schema]): [string, Schema][] => {
    if (!isFile(schema)) return [[field, schema]]
    return field === 'avatar'
      ? [[field, { type: 'null', description: 'null removes it; a picture comes in a form' }]]
      : []
  })
  form.schema = structuredClone(whole)
  const plain = { ...whole, properties: Object.fromEntries(kept) }
  if (name in components.schemas) {
    components.schemas[`${name}Form`] = form.schema
    form.schema = { $ref: `#/components/schemas/${name}Form` }
    components.schemas[name] = plain
  } else json.schema = plain
}
