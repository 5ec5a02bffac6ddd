import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Bar,
  barsOfNight,
  lanesOf,
  layOut,
  nightsBetween,
  type Span,
  targetAt,
  targetsOf,
} from '../../clients/window/src/office/plan-layout.ts'
import { addDays } from '../../src/platform/lib/days.ts'

const FROM = '2026-11-24'
const DAYS = 30

const spans = fc
  .array(
    fc.record({
      offset: fc.integer({ min: -20, max: 40 }),
      nights: fc.integer({ min: 1, max: 25 }),
      isStay: fc.boolean(),
      isOverbooked: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  .map((drawn) =>
    drawn.map(({ offset, nights, ...rest }, index): Span => {
      const start = addDays(FROM, offset)
      return { key: String(index), start, end: addDays(start, nights), ...rest }
    }),
  )

const endOf = ({ left, width }: Bar) => left + width
const span = (key: string, from: number, nights: number, more: Partial<Span> = {}): Span => ({
  ...{ key, isStay: true, isOverbooked: false, start: addDays(FROM, from), end: addDays(FROM, from + nights) },
  ...more,
})

describe('the bars of a home', () => {
  test('never overlap on a lane, and keep their days', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const bars = layOut(given, FROM, DAYS)
        for (const one of bars)
          for (const other of bars)
            if (one !== other && one.lane === other.lane)
              expect(endOf(one) <= other.left || endOf(other) <= one.left).toBe(true)
        for (const bar of bars) {
          const [start, end] = [nightsBetween(FROM, bar.span.start) + 0.5, nightsBetween(FROM, bar.span.end) + 0.5]
          expect(bar.isCutBefore ? bar.left === 0 && start < 0 : bar.left === start).toBe(true)
          expect(bar.isCutAfter ? endOf(bar) === DAYS && end > DAYS : endOf(bar) === end).toBe(true)
          expect(bar.width).toBeGreaterThan(0)
        }
      }),
    )
  })

  test('are those that touch the days, each once', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const last = addDays(FROM, DAYS - 1)
        const touching = given.filter(({ start, end }) => start <= last && end >= FROM)
        const keys = (all: Span[]) => all.map(({ key }) => key).toSorted()
        expect(keys(layOut(given, FROM, DAYS).map((bar) => bar.span))).toEqual(keys(touching))
      }),
    )
  })

  test('need no more lanes than one night has claims, and no second one without a conflict of nights', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const bars = layOut(given, FROM, DAYS)
        const shown = bars.map((bar) => bar.span)
        const claims = shown.map(({ start }) => shown.filter((one) => one.start <= start && start < one.end).length)
        expect(lanesOf(bars)).toBe(Math.max(1, ...claims))
        for (const { start } of shown) {
          const lanes = barsOfNight(bars, start).map(({ lane }) => lane)
          expect(new Set(lanes).size).toBe(lanes.length)
        }
      }),
    )
  })

  test('go from the middle of the day of arrival to that of departure, and meet there', () => {
    const bars = layOut([span('a', 0, 2), span('b', 2, 3)], FROM, DAYS)
    expect(bars.map(({ left, width, lane, isConflict }) => [left, width, lane, isConflict])).toEqual([
      [0.5, 2, 0, false],
      [2.5, 3, 0, false],
    ])
    expect(layOut([span('a', -3, 3), span('b', 29, 5)], FROM, DAYS)).toMatchObject([
      { left: 0, width: 0.5, isCutBefore: true, isCutAfter: false },
      { left: 29.5, width: 0.5, isCutBefore: false, isCutAfter: true },
    ])
  })

  test('are in conflict where a stay meets another bar, and closures among themselves are not', () => {
    const conflicts = (...given: Span[]) => layOut(given, FROM, DAYS).map(({ isConflict }) => isConflict)
    expect(conflicts(span('a', 0, 3), span('b', 2, 3, { isOverbooked: true }))).toEqual([true, true])
    expect(conflicts(span('a', 0, 3), span('b', 2, 3, { isStay: false }))).toEqual([true, true])
    expect(conflicts(span('a', 0, 3, { isStay: false }), span('b', 2, 3, { isStay: false }))).toEqual([false, false])
    expect(conflicts(span('a', 0, 3, { isOverbooked: true }))).toEqual([true])
  })

  test('of a night are those that sleep there', () => {
    const bars = layOut([span('a', 0, 2), span('b', 1, 3, { isOverbooked: true })], FROM, DAYS)
    const keys = (day: number) => barsOfNight(bars, addDays(FROM, day)).map((bar) => bar.span.key)
    expect([0, 1, 2, 3, 4].map(keys)).toEqual([['a'], ['a', 'b'], ['b'], ['b'], []])
  })

  test('and free days follow one another for the arrow keys, and each day leads to one of them', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: DAYS - 1 }), (given, index) => {
        const bars = layOut(given, FROM, DAYS)
        const days = [...Array(DAYS).keys()].map((count) => addDays(FROM, count))
        const targets = targetsOf(bars, days, (day) => `free ${day}`)
        expect(new Set(targets.map(({ key }) => key)).size).toBe(targets.length)
        expect(targets.map(({ day }) => day)).toEqual(targets.map(({ day }) => day).toSorted())
        const day = days[index] ?? FROM
        const night = barsOfNight(bars, day).map((bar) => bar.span.key)
        const { key = '' } = targetAt(targets, day) ?? {}
        // The day of a departure leads to the stay that ends or to the night that follows.
        const leaving = bars.filter(({ span }) => span.end === day).map((bar) => bar.span.key)
        expect([...(night.length > 0 ? night : [`free ${day}`]), ...leaving]).toContain(key)
      }),
    )
  })
})
