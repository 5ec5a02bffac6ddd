/** Quotes, reservations, confirmations. */
export const stays = {
  createQuote: `Public. Stores the price for 30 minutes and holds nothing: \`bookable\` says whether the stay can be reserved, \`violations\` why not, in words
    and codes. Next comes \`POST /reservations\` or \`GET /quotes/confirm\` with \`quote_id\`, at this price.`,
  confirmQuote: `Changes state although it is a GET, so no client should prefetch it. The nights are held for 50 minutes; send the browser to
    \`payment_url\`, a checkout that lives for 45. Repeating it gives the same reservation, and a checkout that is open. With nothing due the
    stay is confirmed at once, and \`payment_url\` is a page that says so.`,
  createReservation: `Send \`quote_id\`, or the stay itself. A booking holds the nights for 50 minutes and has \`payment_url\`; the checkout leads back to
    \`return_url\`, where \`GET /quotes/payment/verify\` tells the outcome. \`inquiry: true\` takes no nights and asks the owner, who has 48 hours; homes
    without \`instant_book\` take only that. Five unpaid holds and ten inquiries may be open. The same request again finds its own hold.`,
  listReservations: `\`as=guest\` (the default) has the stays that the caller has booked, \`as=owner\` those of their homes, \`as=all\` everybody's, for the staff
    only. \`from\` and \`to\` find stays that touch these days, \`q\` a title, a guest or a number.`,
  getReservation: `\`actions\` says what the caller may do now, \`balance\` what is still to be paid, \`timeline\` what has happened. \`payment_url\`, of the stay and of
    its payments, is for the guest only. Read it again after each push that names its \`reservation_id\`. Strangers get 404.`,
  cancelReservation: `For the guest, before the day of check-out, of a hold or a confirmed stay. The nights are free at once, the refund follows the terms that the
    stay was booked with, paid supplements go back whole, and guest and owner are notified. Show the outcome of \`dry_run=true\` first: it changes
    nothing.`,
  showConfirmation: `Where \`payment_url\` leads when nothing is due and there is no front end. HTML in the language of the request; the key is a signature,
    and whoever has the address may see the page.`,
  showReservationConfirmation: `HTML in the language of the request, for who is signed in as a party of the stay; 404 for everybody else, with and without a token.`,
  followOwnerMove: `The same as the POST, because the specification names both: it changes state, so prefer the POST, which no program prefetches.`,
  moveReservation: `For the owner of the home and the staff. \`confirmed\` accepts an inquiry, whose guest then has 24 hours to pay, or a hold without online
    payment; \`declined\` and \`cancelled\` refund what was paid; \`checked_in\` is possible from the day of arrival, \`no_show\` after it, \`completed\`
    from the day of departure. A stay that has the status already is 200 without effects, a move that is not possible now 409:
    \`actions\` of the reservation says which are.`,
}
