import { expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { eventNames } from '../../../src/platform/events/types.ts'
import { inDays, PARIS } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { bulk, close, days } from '../../support/calendars.ts'
import { cancelled, channelScene, eventOf, modified, sold } from '../../support/channels.ts'
import { declaredEffects, eventPlayer, JOBS } from '../../support/effects.ts'
import { feed } from '../../support/feed.ts'
import { addFeed, calendarOf, importAgain, test } from '../../support/feeds.ts'
import { addPhoto } from '../../support/files.ts'
import { write } from '../../support/messages.ts'
import { receiptOf, refundAtProvider, settle } from '../../support/payments.ts'
import { holdUntil, moveTo, pastStay } from '../../support/stays.ts'

const HOME = { title: 'A home', city_id: PARIS, base_price: 100, max_guests: 4 }

test('every type of event is declared by an operation, or caused by a job', async ({ t }) => {
  const declared = [...declaredEffects(t).values()].flatMap((operation) => operation['x-events'])
  // Disputes and calendars that disagree are tested in tests/bookings/refunds and tests/bookings/calendars.
  const others = ['payment.disputed', 'conflict.opened', 'conflict.closed']
  const all = new Set<string>([...declared, ...JOBS.flatMap(({ events = [] }) => events), ...others])
  expect([...all].toSorted()).toEqual(eventNames().toSorted())
})

test('an operation that changes something declares an event or an entry of the audit, or says that it causes neither', async ({
  t,
}) => {
  const wrong = t.app.declaredRoutes.filter(({ method, schema, config = {} }) => {
    if (schema?.hide || schema?.operationId === undefined || /GET|HEAD/.test(String(method))) return false
    return (config.silent === true) === (config.events !== undefined || config.audits !== undefined)
  })
  expect(wrong.map(({ schema }) => schema?.operationId)).toEqual([])
})

test('operations of owners cause the events that they declare', async ({ t, platform }) => {
  const owner = await t.user()
  await t.home(owner)
  const play = await eventPlayer(t, owner)
  const home = (await play('createProperty', () => t.call('POST', '/properties', HOME, owner))).data.id
  const names = 'external_id,title,city_id,base_price,max_guests'
  const csv = { ...owner, headers: { 'content-type': 'text/csv' } }
  await t.call('POST', '/imports/properties', `${names}\na,A,${PARIS},90,2`, csv)
  await feed(t, owner)
  await play('importProperties', () =>
    t.call('POST', '/imports/properties', `${names}\na,A,${PARIS},91,2\nb,B,${PARIS},90,2`, csv),
  )
  await play('importCalendar', () =>
    t.call('POST', '/imports/calendar', `external_id,date,price\na,${inDays(3)},80`, csv),
  )
  await play('importReservations', () =>
    t.call(
      'POST',
      '/imports/reservations',
      `external_id,property,guest_name,check_in,check_out,total,paid,paid_by\nr,a,Ada,${inDays(50)},${inDays(52)},100,40,cash`,
      csv,
    ),
  )
  const photo = (await play('addPropertyPhoto', () => addPhoto(t, owner, home))).data.id
  await play('updatePropertyPhoto', () =>
    t.call('PUT', `/properties/${home}/photos/${photo}`, { alt: 'A pool' }, owner),
  )
  await play('deletePropertyPhoto', () => t.call('DELETE', `/properties/${home}/photos/${photo}`, undefined, owner))
  await play('updateProperty', () => t.call('PUT', `/properties/${home}`, { base_price: 77 }, owner))
  await play('closeDates', () => close(t, owner, home, 10, 12))
  const [closure] = await t.db<{ id: number }[]>`select id from closures where property_id = ${home}`
  const base = `/calendars/properties/${home}`
  await play('deleteClosure', () => t.call('DELETE', `${base}/close/${closure?.id}`, undefined, owner))
  await play('updateCalendar', () =>
    bulk(t, owner, home, { action: 'set_price', ...days(10, 12), price_per_night: 90 }),
  )
  await play('closeDates', () => close(t, owner, home, 20, 22))
  await play('deleteClosures', () =>
    t.call('DELETE', `${base}/close?from=${inDays(20)}&to=${inDays(22)}`, undefined, owner),
  )
  const ownerStay = { ...days(30, 32), name: 'Rossi', guests: 2 }
  const made = (await play('createOwnerStay', () => t.call('POST', `${base}/owner-stays`, ownerStay, owner))).data.id
  await play('deleteOwnerStay', () => t.call('DELETE', `${base}/owner-stays/${made}`, undefined, owner))
  const season = {
    season_libelle: 'x',
    season_start_date: inDays(10),
    season_end_date: inDays(20),
    season_reduction_percent: 10,
  }
  const { id } = (
    await play('createSeason', () => t.call('POST', '/seasons-test', { ...season, property_id: home }, owner))
  ).data
  await play('updateSeason', () =>
    t.call('PUT', `/seasons-test/${id}`, { ...season, season_reduction_percent: 20, property_id: home }, owner),
  )
  await play('patchSeason', () => t.call('PATCH', `/seasons-test/${id}`, { season_reduction_percent: 30 }, owner))
  await play('deleteSeason', () => t.call('DELETE', `/seasons-test/${id}`, undefined, owner))
  const job = { property_id: home, day: inDays(5), kind: 'other' }
  const task = (await play('createTask', () => t.call('POST', '/tasks', job, owner))).data.id
  await play('updateTask', () => t.call('PATCH', `/tasks/${task}`, { done: true }, owner))
  await play('deleteTask', () => t.call('DELETE', `/tasks/${task}`, undefined, owner))
  platform.answer = (response) => response.end(calendarOf([40, 42]))
  await play('addCalendarFeed', () => addFeed(t, owner, home, platform.url))
  const [added] = await t.db<{ id: number }[]>`select id from calendar_feeds where property_id = ${home}`
  await play('calendars.import-feeds', async () => {
    await importAgain(t)
    return undefined
  })
  await play('deleteCalendarFeed', () => t.call('DELETE', `${base}/ical/feeds/${added?.id}`, undefined, owner), [
    'calendar.changed',
  ])
  await play('deleteProperty', () => t.call('DELETE', `/properties/${home}`, undefined, owner))
})

test('operations of guests, and jobs, cause the events that they declare', async ({ t }) => {
  const { owner, home, deliver } = await channelScene(t)
  const guest = await t.user()
  const play = await eventPlayer(t, owner)
  await play('sendMessage', () => write(t, guest, owner, { property_id: home }))
  const first = (
    await play('createReservation', () => book(t, guest, stay(home, 5)), [
      'reservation.created',
      'reservation.held',
      'payment.created',
      'calendar.changed',
    ])
  ).data
  await play('updateReservation', () =>
    t.call('PATCH', `/reservations/${first.reservation_id}`, { remarks: 'x' }, guest),
  )
  const { data: handBooked } = await play('bookByHand', () => {
    const { adults, check_in, check_out } = stay(home, 50)
    const body = { adults, check_in, check_out, guest: { name: 'Ada Lovelace' } }
    return t.call('POST', `/properties/${home}/reservations`, body, owner)
  }, ['reservation.created', 'reservation.held', 'payment.created', 'calendar.changed'])
  const target = await t.home(owner)
  await feed(t, owner)
  const change = { property_id: target, reason: 'x' }
  await play(
    'changeReservation',
    () => t.call('POST', `/reservations/${handBooked.reservation_id}/change`, change, owner),
    ['reservation.changed', 'reservation.moved_away', 'payment.changed', 'payment.created', 'calendar.changed'],
  )
  const money = `/reservations/${handBooked.reservation_id}/payments`
  const cash = { amount: 1, method: 'cash', received_on: inDays(0) }
  const [entry] = (
    await play('recordMoney', () => t.call('POST', money, cash, owner), [
      'payment.succeeded',
      'payment.created',
      'payment.changed',
      'reservation.changed',
    ])
  ).data.entries
  await play('deleteEntry', () => t.call('DELETE', `${money}/${entry.payment_id}`, undefined, owner))
  await play('cancelReservation', () => t.call('POST', `/reservations/${first.reservation_id}/cancel`, {}, guest), [
    'reservation.cancelled',
    'calendar.changed',
  ])
  const second = (
    await play('createReservation', () => book(t, guest, stay(home, 10)), [
      'reservation.created',
      'reservation.held',
      'payment.created',
      'calendar.changed',
    ])
  ).data
  await t.deliver(t.decline(second.payment_url))
  await t.deliver(t.pay(second.payment_url))
  const { intent } = await receiptOf(t, second.reservation_id)
  await refundAtProvider(t, intent, 1_000)
  await play('inbox.apply-stripe', async () => {
    await settle(t)
    return undefined
  })
  await t.db`update reservations set check_in = current_date, check_out = current_date + 3 where id = ${second.reservation_id}`
  await feed(t, owner)
  await play('moveReservation', () => moveTo(t, owner, second.reservation_id, 'checked_in'), ['reservation.checked_in'])
  const third = (
    await play('createReservation', () => book(t, guest, stay(home, 60)), [
      'reservation.created',
      'reservation.held',
      'payment.created',
      'calendar.changed',
    ])
  ).data
  await play('settlement.expire', async () => {
    await holdUntil(t, '-1 hour', third.reservation_id)
    await expireHoldsJob.run(t.app, {})
    return undefined
  })
  await play('inbox.apply-channel', async () => {
    await deliver(eventOf(sold(80, 83)), eventOf(modified(81, 84, 11)), eventOf(cancelled(12)))
    return undefined
  })
  const past = await pastStay(t, home, guest)
  await play('createComment', () =>
    t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'Fine', reservation_id: past }, guest),
  )
})
