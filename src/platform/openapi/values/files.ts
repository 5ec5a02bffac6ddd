import { homeId, inDays } from './ids.ts'

const HEADER = 'id,property_id,property_title,status'

/** What is taken out and in as files. */
export const files = {
  'createExportAddress.body': { export: 'reservations', from: inDays(-30), to: inDays(0) },
  'ExportAddress.url':
    'http://localhost:3000/api/v1/exports/reservations.csv?account=2&expires=1795430000&signature=Vq3n0b7yJ0t1vJxq4lqvI6w4oYtq3m1c2kq8l0m9n1o',
  'exportReservations.text/csv': `${HEADER},…\r\n1,${homeId(7)},Cabanon face aux îles du Frioul,confirmed,…\r\n`,
  'exportPayments.text/csv': `id,reservation_id,property_id,property_title,…\r\n1,1,${homeId(7)},Cabanon face aux îles du Frioul,…\r\n`,
  'exportCalendarDays.text/csv': `property_id,property_title,date,status,…\r\n${homeId(7)},Cabanon face aux îles du Frioul,${inDays(1)},available,…\r\n`,
  'importProperties.body': {
    file: 'external_id,title,city_id,base_price,max_guests\r\nA-12,Mas des oliviers,2995469,120,4\r\n',
  },
  'importCalendar.body': {
    file: `property_id,from,to,price,min_stay\r\n${homeId(7)},${inDays(150)},${inDays(156)},140,3\r\n`,
  },
  'ImportedHomes.rows': 1,
  'ImportedHomes.row': 2,
  'ImportedHomes.homes': [{ row: 2, external_id: 'A-12', property_id: homeId(41), outcome: 'created' }],
  'ImportedHomes.created': 1,
  'ImportedHomes.updated': 0,
  'ImportedHomes.unchanged': 0,
  'ImportedCalendar.rows': 1,
  'ImportedCalendar.days': 7,
  'ImportedCalendar.changed': 7,
  'ImportedCalendar.unchanged': 0,
  problem_count: 0,
  problems: [],
  dry_run: false,
}
