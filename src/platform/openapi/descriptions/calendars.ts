/** Availability, closures, prices by day, iCalendar, seasons. */
export const calendars = {
  getAvailability: `Public. Each day has its status, its price with the season that applies, its rules of arrival and its fees; 731 days at most. The owner and
    the staff also see \`reason\` and \`reservation_id\`. Clients that send a body with GET may give \`from\` and \`to\` in it.`,
  updateCalendar: `For the owner, support and administrators. \`block\` makes a closure; \`unblock\` opens the closed days of the range and splits closures that
    reach beyond it; \`set_price\` writes prices and rules for up to 1,096 days, where null removes one. Days of a reservation cannot be blocked
    (409).`,
  closeDates: `For the owner, support and administrators; both days are closed. The nights leave the search, and channels are updated. Repeating a closure
    returns the existing one. Ten years at most.`,
  deleteClosures: `For the owner, support and administrators. Closures that reach beyond the range go as a whole: use \`unblock\` of \`…/bulk\` to open only
    these days. \`deleted\` says how many there were; none is no error.`,
  deleteClosure: `For the owner, support and administrators, by the \`id\` that \`…/close\` has answered. Its nights are free at once.`,
  getSharedCalendar: `For the owner, support and administrators. \`url\` is for calendar programs; give each platform the \`export_url\` of its feed, which leaves
    out what that platform has said itself. Feeds say when they were last read and what was wrong.`,
  rotateCalendarAddress: `For the owner, support and administrators, when an address has become known to somebody. Every platform that reads the calendar needs the
    new addresses.`,
  exportCalendar: `Needs no token: the address is the secret. It has no names and no prices. \`except\` leaves out what one feed has brought.`,
  addCalendarFeed: `For the owner, support and administrators with a verified address; ten a home, and an address once. A job reads it at once, then every
    half hour: \`getSharedCalendar\` says how it went. Addresses of private networks are refused.`,
  deleteCalendarFeed: `For the owner, support and administrators. The closures that it had made are gone too; a booking that only the platform knows is then
    open here.`,
  importCalendarFeed: `For the owner, support and administrators. 202: a job reads it within seconds, and \`getSharedCalendar\` then says when and with which
    outcome. A second time within the minute is 429.`,
  listSeasons: `Public, for homes on the market; owners and the staff also see those of drafts. Name \`property_id\` to get the seasons of one home.`,
  createSeason: `For the owner, support and administrators. A \`nights\` season reduces the nights within it, a \`booking\` season the whole stay when the arrival
    is within it. At most one applies to a night: \`overlaps\` lists the others and says which prevails. New quotes have it at once.`,
  getSeason: `Public, like the home that it belongs to: seasons of a draft are 404 for everybody but its owner and the staff.`,
  updateSeason: `Takes any subset of the fields, as PATCH does. For the owner, support and administrators. The search, the calendar and new quotes have it
    at once; reservations keep their price. The answer lists the seasons that it meets.`,
  patchSeason: `Takes any subset of the fields; \`season_status: "inactive"\` suspends it. For the owner, support and administrators. Reservations keep
    their price.`,
  deleteSeason: `For the owner, support and administrators. Its days cost the full price again in new quotes; reservations keep their price.`,
}
