/** When a guest is reminded of money. Pure. */

/** How often a guest was asked again: 0 at first, 1 and 2 for the reminders, 3 when owner and support are told. */
export type Reminder = 0 | 1 | 2 | 3

/** Which reminder is due this many days after the guest was first asked; nobody is reminded of a stay that begins. */
export function reminderDue({ days, is_arrival }: { days: number; is_arrival: boolean }): Reminder {
  if (is_arrival || days >= 10) return 3
  if (days >= 7) return 2
  return days >= 3 ? 1 : 0
}
