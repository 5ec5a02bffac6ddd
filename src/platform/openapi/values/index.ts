import { DEFAULT_LOCALE, texts } from '../../locales/locales.ts'
import { channels } from './channels.ts'
import { files } from './files.ts'
import { homes } from './homes.ts'
import { at, FREE, HOME } from './ids.ts'
import { people } from './people.ts'
import { stays } from './stays.ts'
import { talk } from './talk.ts'
import { webhooks } from './webhooks.ts'

/** Values of a format, for fields without a value of their own. */
const formats = {
  binary: '(the bytes of the picture)',
  uuid: HOME,
  date: FREE.check_in,
  'date-time': at(-10),
}

/**
 * The values that examples are built from. The key `field` is a field of any operation, `scope.field` a field within an operation,
 * a component or another field, and `operation.body` a whole request body. All of them belong to one story: Camille books
 * Martin's home in Marseille.
 */
export const VALUES: Record<string, unknown> = {
  ...formats,
  ...people,
  ...homes,
  ...stays,
  ...talk,
  ...channels,
  ...files,
  ...webhooks,
  success: true,
  'getLabels.data': {
    ...texts(DEFAULT_LOCALE).labels,
    property_type: { cottage: 'Gîte' },
    room_type: { entire_home: 'Logement entier' },
    amenity: { wifi: 'Wi-Fi' },
  },
  'meta.per_page': 20,
}
