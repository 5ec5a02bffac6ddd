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
}
