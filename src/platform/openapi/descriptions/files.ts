/** What is taken out and in as files. */
export const files = {
  createExportAddress: `A browser cannot send a token with a link: open \`url\` instead. It is good for ten minutes, for this export and this filter only, and
    ends when the account changes its password or its tokens are revoked. An export that it has begun goes on.`,
  exportReservations: `With a token, or by an address of \`POST /exports\`. Stays of all states, in the order of home and arrival; \`from\` and \`to\` keep those
    that touch these days. UTF-8, RFC 4180, amounts in major units; texts that a spreadsheet would take for formulas begin with an apostrophe. One export
    at a time an account: a second one is 429. A connection that breaks means that the file is not whole.`,
  exportPayments: `With a token, or by an address of \`POST /exports\`. What stays are to be paid, in the order of home, arrival and stay, with what has come
    in and gone back; \`from\` and \`to\` are days on which the payment was made out. As for the rest, see \`exportReservations\`.`,
  exportCalendarDays: `With a token, or by an address of \`POST /exports\`. The same days, prices and states as in \`getAvailability\` with what only the owner
    sees, home after home; 731 days at most. As for the rest, see \`exportReservations\`.`,
  importProperties: `A row a home, 5 MB and 1,000 rows at most, by the names of the fields of \`createProperty\` and \`external_id\`, what you call it yourself:
    a row whose \`external_id\` is new creates a home, another one changes what it names. An empty cell leaves a field as it is; lists are separated by
    \`|\`. The same file again changes nothing. Nothing is done when a cell is wrong: 400 \`bad_cells\`, with all problems in \`data\`. \`dry_run\` tries
    all of it and answers the problems with 200.`,
  importCalendar: `A row a day (\`date\`) or a range (\`from\`, \`to\`, both inclusive) of one of my homes (\`external_id\` or \`property_id\`), with \`price\`,
    \`cleaning_fee\`, \`extra_guest_fee\`, \`min_stay\`, \`max_stay\`, \`closed_to_arrival\`, \`closed_to_departure\`, \`closed\` and \`reason\`; 5 MB, 20,000 rows
    and 100,000 days at most. What stands further down prevails, an empty cell leaves a field as it is. As for the rest, see \`importProperties\`.`,
}
