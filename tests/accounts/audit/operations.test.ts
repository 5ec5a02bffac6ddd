import { globSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { action as known } from '../../../src/accounts/audit/show.ts'
import { alone, inDays, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'
import { bulk, close, days } from '../../support/calendars.ts'
import { auditPlayer, declaredEffects } from '../../support/effects.ts'
import { readReported, reportedConversation } from '../../support/messages.ts'
import { refundable } from '../../support/payments.ts'
import { addEndpoint } from '../../support/receiver.ts'
import { enrol } from '../../support/second-factor.ts'
import { codeFor, linksOf } from '../../support/stay-page.ts'
import { acceptInvitation, invite } from '../../support/team.ts'
import { SEASON } from '../../support/world.ts'

const audit = async (t: TestApp, user: TestUser) => (await t.call('GET', '/audit', undefined, user)).body

describe('the audit', () => {
  test('is played by a test for every operation that declares an entry', ({ t }) => {
    const played = globSync('tests/**/*.test.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bplay\(\s*'(\w+)'/g)].map(([, operation]) => operation),
    )
    const audited = [...declaredEffects(t).values()].filter((operation) => operation['x-audits'].length > 0)
    const missing = audited.filter(({ operationId }) => !played.includes(operationId))
    // Second factors and moderation have tests of their own; two do the same as an operation that is played.
    expect(missing.map(({ operationId }) => operationId).toSorted()).toEqual([
      'cancelByLink',
      'confirmAuthenticator',
      'createPasskey',
      'createWebhookEndpoint',
      'deleteAuthenticator',
      'deletePasskey',
      'followOwnerMove',
      'hideComment',
      'showComment',
    ])
  })

  alone('has who did it for everything that must be written down', async ({ t }) => {
    const { owner, guest, support, home, id: reservation, payment_id } = await refundable(t)
    const admin = await t.user({ role: 'admin' })
    const reported = await reportedConversation(t)
    const { play, played, skip } = auditPlayer(t)
    const seller_id = (await t.call('POST', '/sellers', { name: 'x', prefix: 'HOME' }, owner)).body.data.id
    await skip()
    const put = (changes: object) => t.call('PUT', `/properties/${home}`, changes, owner)
    const changed = () => put({ base_price: 123, title: 'Another name', seller_id })
    await play('updateProperty', owner, changed, ['property.prices', 'property.texts', 'property.seller'])
    await play('rotateCalendarAddress', owner, () =>
      t.call('POST', `/calendars/properties/${home}/ical/token`, undefined, owner),
    )
    await play('updateCalendar', owner, () =>
      bulk(t, owner, home, { action: 'set_price', ...days(60, 62), price_per_night: 90 }),
    )
    const calendarOf = `/calendars/properties/${home}`
    const feed = { name: 'Airbnb', url: 'https://calendars.example/1.ics' }
    const feeds = (await play('addCalendarFeed', owner, () => t.call('POST', `${calendarOf}/ical/feeds`, feed, owner)))
      .feeds
    await play('deleteCalendarFeed', owner, () =>
      t.call('DELETE', `${calendarOf}/ical/feeds/${feeds[0].id}`, undefined, owner),
    )
    const closed = await play('closeDates', owner, () => close(t, owner, home, 100, 102))
    await play('deleteClosure', owner, () => t.call('DELETE', `${calendarOf}/close/${closed.id}`, undefined, owner))
    await close(t, owner, home, 100, 102)
    await skip()
    const range = `from=${inDays(100)}&to=${inDays(101)}`
    await play('deleteClosures', owner, () => t.call('DELETE', `${calendarOf}/close?${range}`, undefined, owner))
    const ownerStay = { ...days(104, 106), name: 'Rossi', guests: 2 }
    const family = await play('createOwnerStay', owner, () =>
      t.call('POST', `${calendarOf}/owner-stays`, ownerStay, owner),
    )
    await play('deleteOwnerStay', owner, () =>
      t.call('DELETE', `${calendarOf}/owner-stays/${family.id}`, undefined, owner),
    )
    const { id } = await play('createSeason', owner, () =>
      t.call('POST', '/seasons-test', { ...SEASON, property_id: home }, owner),
    )
    const season = { ...SEASON, season_reduction_percent: 20, property_id: home }
    await play('updateSeason', owner, () => t.call('PUT', `/seasons-test/${id}`, season, owner))
    await play('patchSeason', owner, () =>
      t.call('PATCH', `/seasons-test/${id}`, { season_reduction_percent: 30 }, owner),
    )
    await play('deleteSeason', owner, () => t.call('DELETE', `/seasons-test/${id}`, undefined, owner))
    const supplements = `/reservations/${reservation}/supplements`
    const added = await play('addSupplement', owner, () =>
      t.call('POST', supplements, { label: 'x', amount: 1 }, owner),
    )
    await play('deleteSupplement', owner, () => t.call('DELETE', `${supplements}/${added.id}`, undefined, owner))
    const arrival = `/properties/${home}/arrival`
    await play('updateHomeArrival', owner, () => t.call('PUT', arrival, { reveal_hours: 24 }, owner))
    const released = { access: 'released' }
    await play('decideArrival', owner, () => t.call('PATCH', `/reservations/${reservation}/arrival`, released, owner))
    await play('renewStayLink', owner, () => t.call('POST', `/reservations/${reservation}/link`, undefined, owner))
    const door = `/reservations/${reservation}/access-code`
    const codes = (code: string) => t.call('PUT', door, { code }, owner)
    await play('setAccessCode', owner, () => codes('4711'), ['access_code.created'])
    await play('setAccessCode', owner, () => codes('4712'), ['access_code.changed'])
    await play('deleteAccessCode', owner, () => t.call('DELETE', door, undefined, owner))
    const endpoint = (await addEndpoint(t, owner, 'https://hooks.example/')).id
    await skip()
    const at = `/webhook-endpoints/${endpoint}`
    await play('updateWebhookEndpoint', owner, () => t.call('PATCH', at, { url: 'https://other.example/' }, owner))
    await play('rotateWebhookSecret', owner, () => t.call('POST', `${at}/rotate`, undefined, owner))
    await play('deleteWebhookEndpoint', owner, () => t.call('DELETE', at, undefined, owner))
    const seller = { name: 'x', prefix: 'X' }
    await play('updateCompany', owner, () => t.call('PUT', '/company', { name: 'Ana' }, owner))
    await play('deleteCompany', owner, () => t.call('DELETE', '/company', undefined, owner))
    await play('updateCompanyContract', owner, () => t.call('PUT', '/company/contract', { texts: { en: 'x' } }, owner))
    await play('updateContract', owner, () =>
      t.call('PUT', `/properties/${home}/contract`, { texts: { en: 'y' } }, owner),
    )
    const { id: sellerId } = await play('createSeller', owner, () => t.call('POST', '/sellers', seller, owner))
    await play('updateSeller', owner, () => t.call('PATCH', `/sellers/${sellerId}`, { name: 'y' }, owner))
    await play('deleteSeller', owner, () => t.call('DELETE', `/sellers/${sellerId}`, undefined, owner))
    const template = { name: 'x', trigger: 'confirmed', texts: { en: 'x' } }
    const { id: templateId } = await play('createMessageTemplate', owner, () =>
      t.call('POST', '/message-templates', template, owner),
    )
    const templatePath = `/message-templates/${templateId}`
    await play('updateMessageTemplate', owner, () => t.call('PATCH', templatePath, { name: 'y' }, owner))
    await play('deleteMessageTemplate', owner, () => t.call('DELETE', templatePath, undefined, owner))
    const job = { property_id: home, day: inDays(3), kind: 'maintenance' }
    const { id: taskId } = await play('createTask', owner, () => t.call('POST', '/tasks', job, owner))
    await play('updateTask', owner, () => t.call('PATCH', `/tasks/${taskId}`, { done: true }, owner))
    await play('deleteTask', owner, () => t.call('DELETE', `/tasks/${taskId}`, undefined, owner))
    const guests = `/reservations/${reservation}/guests`
    await play('setTravellers', owner, () => t.call('PUT', guests, { travellers: [{ nationality: 'FR' }] }, owner))
    // Whoever has the link: nobody is signed in.
    const { link } = await linksOf(t, owner, reservation)
    await play('setTravellersByLink', null, () =>
      t.call('POST', `${link}/guests`, { travellers: [{ nationality: 'FR' }, { nationality: 'FR' }] }),
    )
    await t.call('POST', `${link}/codes`)
    const code = await codeFor(t, guest.email)
    await play('readTravellersByLink', null, () => t.call('POST', `${link}/guests/read`, { code }))
    const key = { name: 'x', scopes: ['events.read'] }
    const { id: keyId } = await play('createApiKey', owner, () => t.call('POST', '/api-keys', key, owner))
    await play('updateApiKey', owner, () => t.call('PATCH', `/api-keys/${keyId}`, { name: 'y' }, owner))
    await play('deleteApiKey', owner, () => t.call('DELETE', `/api-keys/${keyId}`, undefined, owner))
    const friend = await t.user()
    const invited = await play('inviteTeamMember', owner, () => invite(t, owner, friend.email))
    // Its mail is sent before that of the next one.
    await t.drain()
    await t.call('DELETE', `/team/${invited.id}`, undefined, owner)
    await invite(t, owner, friend.email)
    await skip()
    const joined = await play('acceptTeamInvitation', friend, () => acceptInvitation(t, friend))
    const place = `/team/${joined.id}`
    await play('updateTeamMember', owner, () => t.call('PATCH', place, { role: 'accountant' }, owner))
    await play('deleteTeamMember', owner, () => t.call('DELETE', place, undefined, owner))
    await play('refundPayment', support, () =>
      t.call('POST', `/payments/${payment_id}/refund`, { amount: 1, reason: 'x' }, support),
    )
    await play('refundReservation', owner, () =>
      t.call('POST', `/reservations/${reservation}/refund`, { amount: 1, reason: 'x' }, owner),
    )
    await play('setCityTax', admin, () => t.call('PUT', `/cities/${PARIS}/tax`, { tax: { per_adult_night: 1 } }, admin))
    const property = { owner_id: owner.id, remote_property_id: 'P' }
    await play('assignChannelProperty', support, () => t.call('POST', '/channel-properties', property, support))
    await play('withdrawChannelProperty', support, () => t.call('DELETE', '/channel-properties/P', undefined, support))
    const policy = { type: 'terms', locale: 'fr', title: 'x', content: 'x' }
    const made = await play('createPolicy', admin, () => t.call('POST', '/policies/store', policy, admin))
    const update = () => t.call('POST', `/policies/update/${made.id}`, { content: 'y' }, admin)
    await play('updatePolicy', admin, update, ['policy.changed'])
    const remove = () => t.call('DELETE', `/policies/delete/${made.id}`, undefined, admin)
    await play('deletePolicy', admin, remove, ['policy.deleted'])
    await skip()
    expect((await readReported(t, support, reported.id)).status).toBe(200)
    expect((await audit(t, admin)).data[0]).toMatchObject({
      action: 'conversation.read',
      actor: 'support',
      actor_id: support.id,
    })
    await skip()
    const move = `/reservations/change-status-reservation-by-proprio/${reservation}/cancelled`
    await play('moveReservation', owner, () => t.call('POST', move, undefined, owner), ['reservation.status'])
    const stay = { check_in: inDays(200), check_out: inDays(203), adults: 1, guest: { name: 'Ada' } }
    const byHand = (await t.call('POST', `/properties/${home}/reservations`, stay, owner)).body.data
    const changeByHand = { adults: 2, reason: 'x' }
    await play(
      'changeReservation',
      owner,
      () => t.call('POST', `/reservations/${byHand.reservation_id}/change`, changeByHand, owner),
      ['reservation.changed'],
    )
    const moneyOf = `/reservations/${byHand.reservation_id}/payments`
    const cash = { amount: 1, method: 'cash', received_on: inDays(0) }
    const { entries } = await play('recordMoney', owner, () => t.call('POST', moneyOf, cash, owner), [
      'payment.received',
    ])
    await play('deleteEntry', owner, () => t.call('DELETE', `${moneyOf}/${entries[0].payment_id}`, undefined, owner))
    const cancel = () => t.call('POST', `/reservations/${byHand.reservation_id}/cancel`, { refund: 'all' }, owner)
    await play('cancelReservation', owner, cancel, ['reservation.status'])
    const row = `R,${home},Ada,${inDays(210)},${inDays(212)},90,90,cash`
    const sheet = `external_id,property,guest_name,check_in,check_out,total,paid,paid_by\n${row}`
    const csv = { ...owner, headers: { 'content-type': 'text/csv' } }
    await play('importReservations', owner, () => t.call('POST', '/imports/reservations', sheet, csv))
    const sold = `external_id,property,guest_name,check_in,check_out,total,source,channel,channel_code\nS,${home},Ada,${inDays(220)},${inDays(222)},90,channel,Airbnb,HM9`
    const { stays } = (await t.call('POST', '/imports/reservations', sold, csv)).body.data
    const soldStay = `/reservations/${stays[0].reservation_id}`
    await skip()
    await play('updateReservation', owner, () => t.call('PATCH', soldStay, { collected_by: 'channel' }, owner))
    const there = { done_at_channel: true, reason: 'x' }
    await play(
      'changeReservation',
      owner,
      () => t.call('POST', `${soldStay}/change`, { ...there, check_out: inDays(223) }, owner),
      ['reservation.changed', 'reservation.done_at_channel'],
    )
    await play(
      'cancelReservation',
      owner,
      () => t.call('POST', `${soldStay}/cancel`, { ...there, refund: 'all' }, owner),
      ['reservation.status', 'reservation.done_at_channel'],
    )
    const [conflict] = await t.db<{ id: number }[]>`
      with feed as (insert into calendar_feeds (property_id, name, url) values (${home}, 'x', 'https://calendar.example/x') returning id)
      insert into calendar_conflicts (feed_id, reservation_id, kind, nights, told)
      select id, ${stays[0].reservation_id}, 'certain', '{[2030-01-01,2030-01-03)}', '{}' from feed returning id`
    await skip()
    const conflictUrl = `/calendars/properties/${home}/conflicts/${conflict?.id}/dismiss`
    await play('dismissConflict', owner, () => t.call('POST', conflictUrl, { reason: 'x' }, owner))
    const other = await t.home(owner)
    await skip()
    await play('createArchiveAddress', owner, () => t.call('POST', '/archive', undefined, owner))
    await play('downloadArchive', owner, () => t.call('GET', '/archive/company.zip', undefined, owner), [
      'archive.created',
    ])
    await play('deleteProperty', owner, () => t.call('DELETE', `/properties/${other}`, undefined, owner))
    await enrol(t, owner)
    expect(known.options.filter((name) => !played.has(name)).toSorted()).toEqual([
      'account.role',
      'account.second_factor',
      'conversation.read',
      // tests/operations/privacy/guests.test.ts
      'reservation.guest_erased',
      'review.moderation',
      'webhook_endpoint.created',
    ])
    const seen =
      await t.db`select distinct action from audit_entries where action in ('webhook_endpoint.created', 'account.second_factor')`
    expect(seen).toHaveLength(2)
  })
})
